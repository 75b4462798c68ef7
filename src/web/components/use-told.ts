import { useEffect, useRef } from 'react'
import type { PictureState } from '#web/components/picture-field.tsx'
import type { useUpload } from '#web/components/use-upload.ts'

/** Tells the form where the upload stands, once per change of it. */
export function useTold<Result>(
  state: ReturnType<typeof useUpload<Result>>['state'] | { status: 'preparing' },
  onState: (state: PictureState<Result>) => void,
) {
  const tell = useRef(onState)
  useEffect(() => {
    tell.current = onState
  })
  const { status } = state
  const done = state.status === 'done' ? state : null
  useEffect(() => {
    if (status === 'idle') return // nothing chosen: what was kept stays
    if (done) tell.current({ status: 'done', result: done.result, name: done.file.name, size: done.file.size })
    else tell.current({ status: status === 'failed' ? 'failed' : 'sending' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- progress is no news
  }, [status, done?.result])
}
