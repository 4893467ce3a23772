import { watchMemory } from '#tests/support/servers/process-tree.ts'
import type { Attack, Battle } from './attack.ts'
import { type Bomb, bombs } from './bombs.ts'
import { type Answer, exchange, requestBytes } from './exchange.ts'
import { complaint } from './judge.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { startProbe } from './probe.ts'

const maxSeconds = 130
/** A picture of 100 million pixels with 64 bits, which is allowed, has 800 MB. */
const maxMemory = 1_400

/** Each bomb alone, then three times in a batch; others are served meanwhile. */
export const throwBombs: Attack = {
  share: 0,
  async run(battle) {
    const alone = openLedger('decompression bombs')
    const together = openLedger('decompression bombs, three at once')
    // Making them keeps this process busy, which must not make the service look slow.
    const made: { bomb: Bomb; bytes: Buffer }[] = []
    for (const bomb of bombs.filter(({ isLight }) => battle.isLong || isLight)) {
      made.push({ bomb, bytes: await bomb.make() })
    }
    const probe = await startProbe(battle.target, battle.world)
    const worst = { ms: 0, memory: 0 }
    for (const { bomb, bytes } of made) {
      for (const [ledger, times] of [[alone, 1], ...(battle.isLong ? [[together, 3] as const] : [])] as const) {
        const { ms, memory } = await throwBomb(battle, ledger, { bomb, bytes, times })
        if (ms > worst.ms) worst.ms = ms
        if (memory > worst.memory) worst.memory = memory
      }
    }
    const seen = await probe.stop()
    for (const failure of seen.failures) alone.found('another client was not served', failure)
    alone.note(
      `slowest ${Math.round(worst.ms)} ms, most memory ${Math.round(worst.memory)} MiB; ms of others: ${seen.summary}`,
    )
    return battle.isLong ? [alone.line(), together.line()] : [alone.line()]
  },
}

async function throwBomb(
  { target, world, isLong }: Battle,
  ledger: Ledger,
  { bomb, bytes, times }: { bomb: Bomb; bytes: Buffer; times: number },
): Promise<{ ms: number; memory: number }> {
  ledger.attempt()
  const watched = watchMemory(target.pid)
  try {
    const answer = await upload(target.port, bytes, times)
    const memory = watched.stop()
    const wrong = complaint(answer) ?? verdict(answer)
    if (wrong) ledger.found(wrong, `${bomb.what} → ${answer?.body.toString('utf8').slice(0, 300)}`)
    if (memory > maxMemory) ledger.found('memory', `${bomb.what}: ${Math.round(memory)} MiB`)
    if (isLong) {
      const { code = '' } = JSON.parse(answer?.body.toString('utf8') ?? '{}') as { code?: string }
      const figures = `${Math.round(answer?.ms ?? 0)} ms, ${Math.round(memory)} MiB`
      console.error(
        `  ${bomb.what}${times > 1 ? ` × ${times}` : ''}, ${bytes.length} bytes: ${answer?.status} ${code} ${figures}`,
      )
    }
    if (answer?.status === 200) {
      const { groupId } = JSON.parse(answer.body.toString('utf8')) as { groupId: string }
      await fetch(`${target.url}/api/admin/groups/${groupId}`, { method: 'DELETE', headers: { ...world.admin() } })
    }
    return { ms: answer?.ms ?? 0, memory }
  } catch (error) {
    ledger.found(String(error), bomb.what)
    return { ms: maxSeconds * 1_000, memory: watched.stop() }
  }
}

function verdict(answer: Answer | undefined): string | undefined {
  const { code = '' } = JSON.parse(answer?.body.toString('utf8') ?? '{}') as { code?: string }
  if (
    answer?.status === 200 ||
    ['DAMAGED_IMAGE', 'IMAGE_TOO_COMPLEX', 'IMAGE_TOO_LARGE', 'UNSUPPORTED_IMAGE', 'FILE_TOO_LARGE'].includes(code)
  ) {
    return undefined
  }
  return `answered with ${answer?.status} ${code}`
}

function upload(port: number, bytes: Buffer, times: number): Promise<Answer | undefined> {
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const body = Buffer.concat([
    part('name="consents"', '{"workshopConsent":true}'),
    ...Array.from({ length: times }, (_, index) => part(`name="images"; filename="${index}.jpg"`, bytes)),
    Buffer.from('--b--\r\n'),
  ])
  const headers = [['content-type', 'multipart/form-data; boundary=b']] as const
  const request = requestBytes({ method: 'POST', target: '/api/upload/batch', headers, body })
  return exchange(port, request, { waitMs: maxSeconds * 1_000 })
}
