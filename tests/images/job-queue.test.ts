import { describe, expect, it } from 'vitest'
import { JobQueue } from '#server/adapters/images/job-queue.ts'

/** The jobs, as client and turn, in the order in which they run. */
async function orderOf(jobs: readonly string[]): Promise<string[]> {
  const queue = new JobQueue(1)
  const done: string[] = []
  const [first, ...others] = jobs.map((job) => {
    const [client, turn] = job.split(':')
    const work = async () => void done.push(job)
    return queue.add({ client: client || undefined, turn: Number(turn), work })
  })
  await Promise.all([first, ...others])
  return done
}

describe('the queue of previews', () => {
  it('runs the smallest turn of a client first, then the earliest job', async () => {
    expect(await orderOf(['a:3', 'a:2', 'a:1', 'a:2', 'a:1'])).toEqual(['a:3', 'a:1', 'a:1', 'a:2', 'a:2'])
  })

  it('lets clients take turns', async () => {
    const jobs = ['a:1', 'a:1', 'a:1', 'b:2', 'b:2', 'c:3']
    expect(await orderOf(jobs)).toEqual(['a:1', 'b:2', 'c:3', 'a:1', 'b:2', 'a:1'])
  })

  it('runs jobs without a waiting client last', async () => {
    expect(await orderOf([':0', ':0', 'a:1', 'b:1'])).toEqual([':0', 'a:1', 'b:1', ':0'])
  })
})
