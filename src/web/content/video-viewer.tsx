import { useEffect, useRef, useState } from 'react'
import { hostNames } from '#shared/content/video-links.ts'
import { Overlay } from '#web/components/dialog.tsx'
import { ArrowIcon, CloseIcon } from '#web/components/icons.tsx'
import type { Video } from './api.ts'
import { LinkedPlayer } from './linked-video.tsx'

/** Where each video was stopped, in seconds. */
export type Places = Map<string, number>

interface VideoViewerProps {
  video: Video
  /** The viewer resumes where the video was stopped, and records where it is stopped now. */
  places: Places
  onClose: () => void
  previous?: (() => void) | undefined
  next?: (() => void) | undefined
}

const barButton =
  'flex min-h-12 items-center gap-2 rounded-field px-3 font-semibold hover:bg-white/15 disabled:opacity-40 disabled:hover:bg-transparent'

/** The whole video over the whole screen. */
export function VideoViewer({ video, places, onClose, previous, next }: VideoViewerProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const element = player.current
    if (!element || failed) return
    element.currentTime = places.get(video.id) ?? 0
    // Refused if the browser blocks autoplay: the controls are there.
    element.play().catch(() => {})
  }, [video.id, places, failed])

  function remember() {
    const element = player.current
    if (element) places.set(video.id, element.ended ? 0 : element.currentTime)
  }

  function step(to: () => void) {
    remember()
    setFailed(false)
    to()
  }

  function close() {
    remember()
    onClose()
  }

  return (
    <Overlay
      aria-labelledby="viewer-title"
      staysOpen
      onClose={close}
      onKeyDown={({ key }) => {
        if (key === 'PageUp' && previous) step(previous)
        if (key === 'PageDown' && next) step(next)
      }}
      className="whole-screen on-dark flex flex-col bg-[#050c17] text-white"
    >
      <div className="flex items-start justify-between gap-4 px-3 py-2 md:px-5">
        <h2 id="viewer-title" className="self-center px-2 text-xl md:text-2xl">
          {video.title}
        </h2>
        <button type="button" className={barButton} onClick={close}>
          <CloseIcon className="size-6" />
          Close
        </button>
      </div>
      {video.linked ? (
        <>
          <LinkedPlayer key={video.id} video={video.linked} title={video.title} className="min-h-0 w-full flex-1" />
          <a href={video.src} target="_blank" rel="noopener" className={`${barButton} self-center underline`}>
            Watch on {hostNames[video.linked.host]}
          </a>
        </>
      ) : failed ? (
        <div role="alert" className="grid flex-1 place-content-center justify-items-center gap-4 p-6 text-center">
          <p className="max-w-[44ch] text-lg">
            This video could not be played. Please check your connection and try again.
          </p>
          <button type="button" className={`${barButton} border border-white/70`} onClick={() => setFailed(false)}>
            Retry
          </button>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- members' own recordings come without a caption file
        <video
          key={video.id}
          ref={player}
          src={video.src}
          controls
          playsInline
          preload="auto"
          onError={() => {
            remember()
            setFailed(true)
          }}
          className="min-h-0 w-full flex-1"
        />
      )}
      {(previous ?? next) && (
        <div className="flex justify-between gap-4 px-3 py-2 md:px-5">
          <button type="button" disabled={!previous} className={barButton} onClick={() => previous && step(previous)}>
            <ArrowIcon className="size-5 rotate-180" />
            Previous
          </button>
          <button type="button" disabled={!next} className={barButton} onClick={() => next && step(next)}>
            Next
            <ArrowIcon className="size-5" />
          </button>
        </div>
      )}
    </Overlay>
  )
}
