import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { hideError, notifyError, notifySuccess } from './notices.tsx'

interface Action<Input, Result> {
  readonly run: (input: Input) => Promise<Result>
  /** What follows on the page: a dialog closes, a form is emptied, the result is shown. */
  readonly onDone?: (result: Result) => void
  /** What is said of it; nothing where the page itself shows it. */
  readonly done?: (result: Result) => string | undefined
  /** Precedes the reason; undefined where a form shows it. */
  readonly failed?: string
}

/** How every admin page runs an action of a button or a form: reports the result and reloads what is shown. */
export const useAction = <Result, Input = void>({ run, onDone, done, failed }: Action<Input, Result>) =>
  useMutation({
    mutationFn: run,
    onMutate: () => failed !== undefined && hideError(failed),
    onSuccess: (result) => {
      onDone?.(result)
      const text = done?.(result)
      if (text) notifySuccess(text)
    },
    onError: (error) => failed !== undefined && notifyError(failed, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })
