import type { ReactNode } from 'react'
import { classes } from '#web/components/classes.ts'
import { isPlainClick } from '#web/router/site-link.tsx'
import { Emblem } from '#web/theme/emblem.tsx'
import { SunRays } from '#web/theme/sun-rays.tsx'
import type { Video } from './api.ts'

/** A frame of the video, or the emblem on navy. It fills its box, which has the same shape either way. */
export function VideoPoster({ poster, first }: { poster: Video['poster']; first?: boolean | undefined }) {
  if (!poster)
    return (
      <span className="absolute inset-0 grid place-items-center overflow-hidden bg-linear-to-b from-navy to-navy-2">
        <SunRays className="absolute h-[150%] max-w-none text-white/5" />
        <Emblem className="relative mb-[18%] h-1/4 w-auto" />
      </span>
    )
  return (
    <picture>
      <source srcSet={poster.avif} type="image/avif" />
      <img
        src={poster.webp}
        alt=""
        width="1280"
        height="720"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  )
}

/** The play symbol. */
export function PlayMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid place-items-center rounded-full bg-gold text-ink shadow-float transition-transform duration-150 group-hover:scale-105',
        className ?? 'size-14',
      )}
    >
      <svg viewBox="0 0 24 24" className="ml-[6%] size-1/2" fill="currentColor">
        <path d="M7 4.500v15l13-7.500z" />
      </svg>
    </span>
  )
}

interface VideoLinkProps {
  video: Pick<Video, 'src' | 'linked'>
  onOpen: () => void
  className: string
  children: ReactNode
}

/** With scripts it opens the viewer; without, it leads to the file itself, or to its page at YouTube or Facebook. */
export const VideoLink = ({ video, onOpen, className, children }: VideoLinkProps) => (
  <a
    href={video.src}
    aria-haspopup="dialog"
    {...(video.linked && { target: '_blank', rel: 'noopener' })}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      onOpen()
    }}
    className={className}
  >
    {children}
  </a>
)
