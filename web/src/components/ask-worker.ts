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
