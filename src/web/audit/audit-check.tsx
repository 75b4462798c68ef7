import { useMutation } from '@tanstack/react-query'
import type { LogFilter } from '#shared/audit/filter.ts'
import { logText } from '#shared/audit/text.ts'
import { checkLog, exportAddress } from '#web/api/audit.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'

/** Nobody needs to trust the log: it can be checked here, or exported and checked elsewhere. */
export function AuditCheck({ filter, filtered }: { filter: LogFilter; filtered: boolean }) {
  const api = useApi()
  const check = useMutation({ mutationFn: () => checkLog(api) })
  return (
    <section aria-labelledby="check-title" className="card p-5 md:p-6">
      <h2 id="check-title" className="text-2xl">
        Is the log intact?
      </h2>
      <p className="mt-2 max-w-[70ch] text-muted">
        Each entry carries a fingerprint of the one before it. If an entry were changed or removed, the chain would
        break. The export has everything an observer needs to check it without our help.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          Check the log
        </Button>
        <a href={exportAddress('in words', filter)} download className={buttonClass('outline')}>
          {logText.exportWords}
        </a>
        <a href={exportAddress('as written', filter)} download className={buttonClass('outline')}>
          {logText.exportChain}
        </a>
      </div>
      {filtered && <p className="mt-3 text-muted">{logText.exportFiltered}</p>}
      <div role="status" className="mt-4 empty:hidden">
        {check.data?.ok === true && (
          <Notice tone="success" title={`The log is intact: ${check.data.entries.toLocaleString('en')} entries`}>
            <p>
              Last hash: <span className="font-mono break-all">{check.data.lastHash}</span>
            </p>
            <p>Write it down somewhere else: it is the only way to notice if the end of the log is cut off.</p>
          </Notice>
        )}
        {check.data?.ok === false && (
          <Notice tone="error" title={`The log is broken at entry ${check.data.brokenAt.toLocaleString('en')}`}>
            This entry or a later one was changed, moved or removed by someone with access to the database. Keep an
            export of the log and tell the board.
          </Notice>
        )}
        {check.isError && (
          <Notice tone="error" title="The log could not be checked">
            {sentenceOf(check.error)}
          </Notice>
        )}
      </div>
    </section>
  )
}
