import { fill, observingText } from '#shared/elections/observing/text.ts'
import { dayInManila, showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showCount } from '#web/components/show-count.ts'
import { showToast } from '#web/components/toast.tsx'
import { Facts, Task } from './task.tsx'
import type { HeadsState } from './use-heads.ts'

const text = observingText.heads

/** The heads as they arrive, and the file that the verifier takes. */
export function HeadsTask({ heads, now }: { heads: HeadsState; now: number }) {
  const { last, lines, lastHash, brokenAt } = heads
  function save() {
    const file = new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' })
    saveFile(file, `heads-${dayInManila(now)}-${lines.length}.ndjson`)
    showToast(text.saved)
  }
  return (
    <Task title={text.title} help={text.help}>
      <div className="grid gap-4">
        {brokenAt !== null && <Notice tone="error">{fill(text.broken, { number: brokenAt })}</Notice>}
        {heads.failing && <Notice tone="warning">{text.failed}</Notice>}
        {last === null ? (
          <p>{text.none}</p>
        ) : (
          <>
            <Facts
              facts={[
                { name: text.collected, value: showCount(lines.length, 'head') },
                { name: text.last, value: `No. ${last.number}, ${showInstant(Date.parse(last.minute))}` },
                { name: text.cast, value: last.cast.toLocaleString('en') },
                { name: text.counted, value: last.counted.toLocaleString('en') },
                { name: text.size, value: last.size.toLocaleString('en') },
              ]}
            />
            {brokenAt === null && <p className="text-muted">{lastHash === null ? text.unchecked : text.checked}</p>}
            <div>
              <Button onClick={save}>{text.save}</Button>
            </div>
          </>
        )}
      </div>
    </Task>
  )
}
