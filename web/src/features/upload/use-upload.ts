import { useEffect, useRef, useState } from 'react'
import { ownExhibition, site } from '#web/api/site.ts'
import { saveUpload } from '#web/components/my-uploads/my-uploads.ts'
import { coverOfPhoto } from '#web/components/photos/thumbnails.ts'
import { type Attempt, isUnfinished, matchesDraft } from './draft/attempt.ts'
import { type Consents, type Draft, noConsents } from './draft/draft.ts'
import { loadAttempt, loadCode, saveAuthor, saveCode } from './draft/saved-draft.ts'
import { type DraftOnDevice, useDraft } from './draft/use-draft.ts'
import { useSending } from './use-sending.ts'

export type Upload = ReturnType<typeof useUpload>

/** Before the visitor has agreed to what this document says. */
const notAsked: Consents = { ...noConsents, wording: site.wording }

/** The draft with its consents, and what sends it. */
export function useUpload() {
  const onDevice = useDraft()
  const [consents, setConsents] = useState(notAsked)
  const [typedCode, setCode] = useState(loadCode)
  const [linkKept, setLinkKept] = useState(true)
  const { send, edit, ...sending } = useSending()
  // The exhibition may have got one since the page was opened.
  const accessCode = typedCode ?? (sending.sending.phase === 'editing' ? sending.sending.wrongCode : undefined)
  const start = async (batch: Draft, given = consents) => {
    const picture = coverOfPhoto(batch.photos[0]?.id).catch(() => undefined)
    const answer = await send(batch, given, accessCode)
    if (!answer) return
    const { managementToken: token, title, imageCount, uploadDate, isApproved } = answer
    const cover = await picture
    const named = { ...(cover && { cover }), ...(ownExhibition && { exhibition: ownExhibition.name }) }
    const state = isApproved ? 'displayed' : 'awaiting'
    const upload = { title, imageCount, uploadDate, state, ...named } as const
    setLinkKept(token !== undefined && saveUpload({ token, ...upload }))
    saveAuthor(batch.texts)
    onDevice.forget()
  }
  useResume(onDevice, (attempt) => {
    setConsents(attempt.consents)
    void start(onDevice.draft, attempt.consents)
  })
  const setAccessCode = (typed: string) => {
    setCode(typed)
    saveCode(typed)
  }
  const more = () => {
    onDevice.discard()
    setConsents(notAsked)
    edit()
  }
  return { onDevice, consents, setConsents, accessCode, setAccessCode, linkKept, start, more, edit, ...sending }
}

/** Calls `resume` once when the draft of an earlier visit was being sent: consents were given then, and part of it has arrived. */
const useResume = ({ draft, restored }: DraftOnDevice, resume: (attempt: Attempt) => void): void => {
  const asked = useRef(false)
  useEffect(() => {
    if (!restored || asked.current) return
    asked.current = true
    loadAttempt()
      .then((attempt) => {
        if (attempt && isUnfinished(attempt) && matchesDraft(attempt, draft, attempt.consents)) resume(attempt)
      })
      .catch(() => undefined)
  })
}
