import { certificateFile, resultsFile, type Results } from '#web/api/elections/results.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { CheckIcon } from '#web/components/icons.tsx'
import { DownloadIcon } from '#web/components/list-icons.tsx'

/** The same figures as files. */
export function ResultsDownloads({ results }: { results: Results }) {
  return (
    <section aria-label="Download the results" className="flex flex-wrap gap-3">
      {results.stage === 'certified' && (
        <a href={certificateFile(results)} className={buttonClass('primary')}>
          <CheckIcon />
          Certificate (PDF)
        </a>
      )}
      <a href={resultsFile(results, 'csv')} download className={buttonClass('outline')}>
        <DownloadIcon />
        Export CSV
      </a>
      <a href={resultsFile(results, 'pdf')} download className={buttonClass('outline')}>
        <DownloadIcon />
        Export PDF
      </a>
    </section>
  )
}
