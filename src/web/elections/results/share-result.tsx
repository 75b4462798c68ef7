import { useState } from 'react'
import { resultsText } from '#shared/elections/results/results-text.ts'
import { resultPicture, type Results } from '#web/api/elections/results.ts'
import { Button } from '#web/components/button.tsx'
import { icon } from '#web/components/icons.tsx'
import { saveFile } from '#web/components/save-file.ts'

const ShareIcon = icon(<path d="M12 15V3m-4 4 4-4 4 4M5 11v9h14v-9" />)

/** The certified result as a picture: handed to whatever this device shares with, or else saved as a file. */
export function ShareResult({ results }: { results: Results }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const address = resultPicture(results)

  async function share() {
    setBusy(true)
    setFailed(false)
    try {
      // Shown below already, so this takes no time: a browser shares only right after a tap.
      const reply = await fetch(address)
      if (!reply.ok) throw new Error(`the picture was refused: ${reply.status}`)
      await shareOrSave(new File([await reply.blob()], 'election-result.png', { type: 'image/png' }), results.title)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  return (
    <section
      aria-labelledby="share-title"
      className="card grid grid-cols-1 gap-4 p-5 sm:p-6 md:grid-cols-2 md:items-center"
    >
      <img
        src={address}
        width={1200}
        height={630}
        loading="lazy"
        alt={resultsText.shareAlt(results.title)}
        className="h-auto w-full rounded-field border border-line"
      />
      <div>
        <h2 id="share-title" className="text-2xl md:text-3xl">
          {resultsText.share}
        </h2>
        <p className="mt-1 text-lg text-muted">{resultsText.shareHint}</p>
        <Button look="accent" busy={busy} className="mt-4" onClick={() => void share()}>
          <ShareIcon />
          Share
        </Button>
        <p role="status" className="mt-2 text-red empty:hidden">
          {failed && resultsText.shareFailed}
        </p>
      </div>
    </section>
  )
}

async function shareOrSave(picture: File, title: string): Promise<void> {
  // Older browsers and pages without https have no sharing at all.
  const able = (navigator as Partial<Navigator>).canShare?.({ files: [picture] }) ?? false
  if (!able) return saveFile(picture, picture.name)
  await navigator.share({ files: [picture], title }).catch((error: unknown) => {
    // Closed without choosing anybody: that is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(picture, picture.name)
  })
}
