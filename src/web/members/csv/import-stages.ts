import { useEffect, useRef, useState } from 'react'
import { showBytes } from '#shared/figures.ts'
import { importLimits, type ImportPreview, type ImportResult } from '#shared/members/csv/member-file.ts'
import { ApiError } from '#web/api/client.ts'
import type { Upload, UploadProgress } from '#web/components/upload.tsx'
import { invalidatePeople } from '#web/members/api.ts'
import { confirmFile, previewFile, type ImportWish } from './api.ts'

/** Where an import stands. Nothing is written before `writing`, and nothing but the preview leads there. */
export type ImportStage =
  | { status: 'choose'; refusal?: string }
  | { status: 'checking'; file: File; progress: UploadProgress }
  | { status: 'check-failed'; file: File; wish: ImportWish; error: unknown }
  | { status: 'preview'; file: File; wish: ImportWish; preview: ImportPreview; lostRows?: number[] }
  | { status: 'writing'; file: File; preview: ImportPreview; progress: UploadProgress }
  | { status: 'write-failed'; file: File; wish: ImportWish; preview: ImportPreview; error: unknown }
  | { status: 'done'; file: File; result: ImportResult }

export function useImport() {
  const [stage, setStage] = useState<ImportStage>({ status: 'choose' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Sends the file; `undefined` when it was cancelled meanwhile. */
  async function send<Result>(upload: Upload<Result>, file: File, onProgress: (progress: UploadProgress) => void) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const result = await upload(file, { signal, onProgress: (progress) => !signal.aborted && onProgress(progress) })
      return signal.aborted ? undefined : result
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  async function choose(chosen: File) {
    if (chosen.size > importLimits.bytes)
      return setStage({
        status: 'choose',
        refusal: `This file is ${showBytes(chosen.size)}. A file may be at most ${showBytes(importLimits.bytes)}; please split it.`,
      })
    try {
      // Kept as it is now: what is confirmed is what was previewed, even if it is saved again meanwhile.
      await check(new File([await chosen.arrayBuffer()], chosen.name, { type: 'text/csv' }), {})
    } catch {
      setStage({
        status: 'choose',
        refusal: 'The file could not be opened. Please close it in other programs and try again.',
      })
    }
  }

  async function check(file: File, wish: ImportWish, before?: ImportPreview) {
    const onProgress = (progress: UploadProgress) => setStage({ status: 'checking', file, progress })
    onProgress({ sent: 0, total: file.size })
    try {
      const preview = await send(previewFile(wish), file, onProgress)
      if (preview)
        setStage({
          status: 'preview',
          file,
          wish,
          preview,
          ...(before && { lostRows: newProblemRows(before, preview) }),
        })
    } catch (error) {
      setStage({ status: 'check-failed', file, wish, error })
    }
  }

  async function write(file: File, wish: ImportWish, preview: ImportPreview) {
    const onProgress = (progress: UploadProgress) => setStage({ status: 'writing', file, preview, progress })
    onProgress({ sent: 0, total: file.size })
    try {
      const result = await send(confirmFile(wish, preview.fileHash), file, onProgress)
      if (!result) return
      setStage({ status: 'done', file, result })
      await invalidatePeople()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'csv-rows-changed') await check(file, doublesLeft(wish), preview)
      else setStage({ status: 'write-failed', file, wish, preview, error })
    }
  }

  function startOver() {
    running.current?.abort()
    setStage({ status: 'choose' })
  }

  return { stage, choose, check, write, startOver }
}

/** That people of the same name and birthday are different was said of those who were shown, not of whoever is found now. */
export const doublesLeft = (wish: ImportWish): ImportWish => ({ ...wish, doubles: 'leave' })

/** Rows that were good in the earlier preview and are not any more; one that was shown as a double is no news. */
function newProblemRows(before: ImportPreview, now: ImportPreview): number[] {
  const known = new Set(rowsLeft(before))
  return [...new Set(rowsLeft(now).filter((row) => !known.has(row)))]
}

const rowsLeft = ({ problems, knownRows, doubles }: ImportPreview) => [
  ...problems.map(({ row }) => row),
  ...knownRows,
  ...doubles.map(({ row }) => row),
]
