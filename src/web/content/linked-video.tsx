import { useState } from 'react'
import { hostNames, playerAddress, watchAddress, type LinkedVideo } from '#shared/content/video-links.ts'
import { isPlainClick } from '#web/router/site-link.tsx'
import { SunRays } from '#web/theme/sun-rays.tsx'
import { PlayMark } from './video-poster.tsx'

/** The player of YouTube or Facebook. Rendered when somebody has pressed play: until then nothing is loaded from them. */
export const LinkedPlayer = ({ video, title, className }: { video: LinkedVideo; title: string; className: string }) => (
  <iframe
    src={playerAddress(video)}
    title={title}
    allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
    // YouTube plays nothing for a page without a referrer.
    referrerPolicy="strict-origin-when-cross-origin"
    // oxlint-disable-next-line react/iframe-missing-sandbox -- its own origin is never this site's: it cannot reach out of the frame
    sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    className={className}
  />
)

/** Inside a text the video plays in place; without scripts the link leads to it. */
export function LinkedVideoInText({ video }: { video: LinkedVideo }) {
  const [playing, setPlaying] = useState(false)
  const name = hostNames[video.host]
  const shape = 'aspect-video w-full rounded-card bg-navy'
  if (playing) return <LinkedPlayer video={video} title={`Video on ${name}`} className={shape} />
  return (
    <a
      href={watchAddress(video)}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        setPlaying(true)
      }}
      className={`${shape} on-dark group relative grid place-items-center bg-linear-to-b from-navy to-navy-2 p-4 text-center text-white`}
    >
      <span className="absolute inset-0 grid place-items-center overflow-hidden rounded-card">
        <SunRays className="absolute h-[150%] max-w-none text-white/5" />
      </span>
      <span className="relative grid justify-items-center gap-3">
        <PlayMark className="size-14 md:size-18" />
        <span className="font-semibold">Watch the video ({name})</span>
      </span>
    </a>
  )
}
