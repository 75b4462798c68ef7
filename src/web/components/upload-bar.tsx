import { showBytes } from '#web/components/show-bytes.ts'
import type { UploadProgress } from '#web/components/use-upload.ts'

/** How far an upload is: a bar, bytes and percent. */
export function UploadBar({ progress: { sent, total }, name }: { progress: UploadProgress; name: string }) {
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  return (
    <div className="mt-2">
      <progress aria-label={`Uploading ${name}`} value={percent} max={100} className="progress-bar" />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-muted tabular-nums *:whitespace-nowrap">
        <span>
          {showBytes(sent)} of {showBytes(total)}
        </span>
        <span>{percent} %</span>
      </p>
    </div>
  )
}
