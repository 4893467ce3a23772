import { queryClient } from '#web/api/query-client.ts'

/**
 * Asks a worker, which answers in the order of the questions. Undefined when it could not be loaded or ran out of memory:
 * the next question starts another.
 */
export const askWorker = <Question, Answer>(start: () => Worker) => {
  let worker: Worker | undefined
  const waiting: ((answer: Answer | undefined) => void)[] = []
  const open = () => {
    const opened = start()
    opened.onmessage = ({ data }: MessageEvent<Answer>) => waiting.shift()?.(data)
    opened.onerror = () => {
      opened.terminate()
      worker = undefined
      for (const settle of waiting.splice(0)) settle(undefined)
    }
    return opened
  }
  return (question: Question, transfer: Transferable[] = []): Promise<Answer | undefined> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      worker ??= open()
      worker.postMessage(question, transfer)
    })
}

let questions = 0

/** Asks again where the worker or a part of it did not load: on a bad connection five times, without one when it is back. */
export const untilLoaded =
  <Question, Answer>(ask: (question: Question) => Promise<Answer | undefined>) =>
  (question: Question): Promise<Answer> =>
    queryClient.fetchQuery({
      queryKey: ['worker', ++questions],
      queryFn: async () => {
        const answer = await ask(question)
        if (answer === undefined) throw new Error('The worker did not load')
        return answer
      },
      networkMode: 'offlineFirst',
      retry: 5,
      gcTime: 0,
    })
