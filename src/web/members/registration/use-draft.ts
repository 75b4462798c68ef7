import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { keepOnDevice, readFromDevice, registrationDraft, removeFromDevice } from '#web/components/device-storage.ts'
import { draftText, parseDraft, type Draft, type KeptFiles } from '#web/members/registration/draft.ts'
import { readValues } from '#web/members/registration/typed-values.ts'

const restMs = 400

/** What this device has kept of an earlier visit; whatever cannot be used is thrown away. */
export function keptDraft(): Draft | null {
  const text = readFromDevice(registrationDraft)
  const draft = parseDraft(text, Date.now())
  if (text !== null && !draft) removeFromDevice(registrationDraft)
  return draft
}

/** Keeps the half-filled form on this device once typing has rested, and at once when the page is left. */
export function useDraft(form: RefObject<HTMLFormElement | null>, files: RefObject<KeptFiles>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wanted = useRef(false)

  const saveNow = useCallback(() => {
    clearTimeout(timer.current)
    if (!wanted.current || !form.current) return
    wanted.current = false
    keepOnDevice(registrationDraft, draftText({ values: readValues(form.current), files: files.current }, Date.now()))
  }, [form, files])

  const save = useCallback(() => {
    wanted.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(saveNow, restMs)
  }, [saveNow])

  /** What is kept goes, and what was about to be kept with it. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    wanted.current = false
    removeFromDevice(registrationDraft)
  }, [])

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && saveNow()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', saveNow)
    }
  }, [saveNow])

  return { save, forget }
}
