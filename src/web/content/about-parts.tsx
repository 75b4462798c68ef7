import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { AboutContent } from '#shared/content/schemas.ts'
import { hostNames } from '#shared/content/video-links.ts'
import { useSite } from '#web/api/site.ts'
import { PageBanner } from '#web/layout/page-head.tsx'
import { useHydrated } from '#web/router/router.tsx'
import { videosQuery, type Video } from './api.ts'
import heroScene from './hero.svg'
import { RichText } from './rich-text.tsx'
import { PlayMark, VideoLink, VideoPoster } from './video-poster.tsx'
import { VideoViewer, type Places } from './video-viewer.tsx'

/** The whole page, as visitors see it and its editor previews it. */
export function AboutParts({ content }: { content: AboutContent }) {
  const site = useSite()
  const [video] = useSuspenseQuery(videosQuery('about')).data.videos
  return (
    <>
      <PageBanner title={`About ${site.shortName}`} overlapped>
        <p className="text-balance">{site.name}</p>
      </PageBanner>
      <div className="wrap relative -mt-20 md:-mt-28">
        {video ? (
          <AboutVideo key={video.id} video={video} />
        ) : (
          <img
            src={heroScene}
            alt=""
            width="1440"
            height="560"
            className="aspect-video w-full rounded-card object-cover object-[88%_100%] shadow-float md:aspect-[18/7] md:object-[100%_100%]"
          />
        )}
      </div>
      <AboutTexts content={content} />
    </>
  )
}

function AboutTexts({ content: { history, vision, mission } }: { content: AboutContent }) {
  const heading = useId()
  return (
    <>
      <section aria-labelledby={heading} className="wrap grid gap-4 py-14 md:py-20 lg:grid-cols-[1fr_2.4fr] lg:gap-16">
        <h2 id={heading} className="text-4xl md:text-5xl">
          History
        </h2>
        <RichText text={history} level={3} className="max-w-[68ch] text-lg md:text-xl md:leading-relaxed" />
      </section>
      <div className="wrap grid gap-6 pb-16 md:grid-cols-2 md:pb-24">
        <Statement title="Vision" ground="bg-navy" text={vision} />
        <Statement title="Mission" ground="bg-olive" text={mission} />
      </div>
    </>
  )
}

function Statement({ title, ground, text }: { title: string; ground: string; text: string }) {
  return (
    <section aria-label={title} className={`on-dark rounded-card p-5 text-white shadow-card sm:p-7 md:p-10 ${ground}`}>
      <h2 className="text-3xl md:text-4xl">{title}</h2>
      <RichText text={text} level={3} className="mt-4 max-w-[60ch] text-lg" />
    </section>
  )
}

const AboutVideo = ({ video }: { video: Video }) =>
  video.linked ? <LinkedPreview video={video} /> : <VideoPreview video={video} />

/** A video elsewhere has no silent preview: nothing is loaded from there before somebody presses play. */
function LinkedPreview({ video }: { video: Video }) {
  const [viewing, setViewing] = useState(false)
  const [places] = useState<Places>(() => new Map())
  return (
    <PreviewFrame video={video} onOpen={() => setViewing(true)}>
      {viewing && <VideoViewer video={video} places={places} onClose={() => setViewing(false)} />}
    </PreviewFrame>
  )
}

const previewSeconds = 10

/**
 * The about page's video. Nothing of it loads before somebody asks: for the silent preview, which starts over after ten
 * seconds, or for the whole video, which goes on from where the preview is and hands its place back when it closes.
 * Without scripts the link plays the file itself.
 */
function VideoPreview({ video }: { video: Video }) {
  const preview = useRef<HTMLVideoElement>(null)
  const began = useRef(0)
  const [places] = useState<Places>(() => new Map())
  const [playing, setPlaying] = useState(false)
  const [viewing, setViewing] = useState(false)
  const hydrated = useHydrated()

  function open() {
    places.set(video.id, preview.current?.currentTime ?? 0)
    preview.current?.pause()
    setViewing(true)
  }

  function goOnFromViewer() {
    setViewing(false)
    const element = preview.current
    if (!element) return
    element.preload = 'auto' // the person has asked for it: shows the frame even if it does not play
    began.current = places.get(video.id) ?? 0
    element.currentTime = began.current
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) play(element)
  }

  function startOver(element: HTMLVideoElement) {
    const at = element.currentTime
    if (at >= began.current && at < began.current + previewSeconds) return
    began.current = 0
    if (at >= previewSeconds) element.currentTime = 0
  }

  return (
    <PreviewFrame
      video={video}
      onOpen={open}
      moving={
        // Without scripts browsers would show its controls, under the link.
        hydrated && (
          <video
            ref={preview}
            src={video.src}
            muted
            loop
            playsInline
            preload="none"
            aria-hidden="true"
            tabIndex={-1}
            onTimeUpdate={(event) => startOver(event.currentTarget)}
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
            className="absolute inset-0 size-full object-cover"
          />
        )
      }
    >
      {hydrated && (
        <button
          type="button"
          // With large letters there is no room for it beside the play mark.
          className="on-dark absolute top-3 right-3 hidden min-h-11 @min-[16rem]:block rounded-field bg-navy/80 px-4 font-semibold text-white hover:bg-navy"
          onClick={() => (playing ? preview.current?.pause() : preview.current && play(preview.current))}
        >
          {playing ? 'Pause preview' : 'Play preview'}
        </button>
      )}
      {viewing && <VideoViewer video={video} places={places} onClose={goOnFromViewer} />}
    </PreviewFrame>
  )
}

interface PreviewFrameProps {
  video: Video
  onOpen: () => void
  /** Over the poster. */
  moving?: ReactNode
  children: ReactNode
}

/** The poster, and the link that opens the viewer. */
function PreviewFrame({ video, onOpen, moving, children }: PreviewFrameProps) {
  return (
    <div className="no-print group @container relative grid aspect-video overflow-clip rounded-card bg-navy shadow-float lg:aspect-[2/1]">
      <VideoPoster poster={video.poster} first />
      {moving}
      <VideoLink
        video={video}
        onOpen={onOpen}
        className="on-dark relative flex items-end bg-linear-to-t from-navy/90 via-navy/20 via-45% p-5 text-white -outline-offset-4 md:p-8"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <PlayMark className="size-14 flex-none md:size-18" />
          <span className="min-w-0 flex-[1_1_9rem]">
            <span className="block text-sky">
              Watch the video{video.linked && ` (${hostNames[video.linked.host]})`}
            </span>
            <span className="display block text-2xl md:text-4xl">{video.title}</span>
          </span>
        </span>
      </VideoLink>
      {children}
    </div>
  )
}

/** Muted, so browsers allow it; if one does not, the poster stays. */
function play(element: HTMLVideoElement) {
  element.play().catch(() => {})
}
