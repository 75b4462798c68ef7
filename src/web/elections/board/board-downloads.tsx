import type { Board } from '#shared/elections/board/board.ts'
import { boardText, downloadText, packageLater } from '#shared/elections/board/board-text.ts'
import type { Head } from '#shared/elections/board/statements.ts'

/** The files with which anybody recounts the election without this site. */
export function BoardDownloads({ board, head }: { board: Board; head: Head | null }) {
  const at = `/api/elections/${board.electionId}/board`
  const counted = head?.closed === true
  const files = [
    { name: 'package', href: `${at}/package.zip`, ready: board.packageReady },
    { name: 'verifier', href: '/verifier.html', ready: true },
    { name: 'heads', href: `${at}/heads.ndjson`, ready: head !== null },
    { name: 'roll', href: `${at}/roll.csv`, ready: board.record !== null },
    { name: 'participation', href: `${at}/participation.csv`, ready: board.record !== null && counted },
  ] as const
  return (
    <section aria-labelledby="downloads" className="card p-5 md:p-7">
      <h2 id="downloads" className="text-2xl">
        {boardText.downloadsTitle}
      </h2>
      <p className="mt-2">{boardText.downloads}</p>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {files
          .filter(({ ready }) => ready)
          .map(({ name, href }) => (
            <li key={name} className="py-2">
              <a href={href} download className="text-link inline-flex min-h-11 items-center gap-2 font-semibold">
                {downloadText[name][0]}
              </a>
              <p className="text-muted">{downloadText[name][1]}</p>
            </li>
          ))}
      </ul>
      {!counted && <p className="mt-3 text-muted">{packageLater}</p>}
    </section>
  )
}
