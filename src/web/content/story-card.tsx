import type { MouseEvent } from 'react'
import type { Video } from '#web/api/content.ts'
import { classes } from '#web/components/classes.ts'
import { isPlainClick } from '#web/router/plain-click.ts'
import { PlayMark, VideoPoster } from '#web/content/video-poster.tsx'

interface StoryCardProps {
  video: Video
  large?: boolean
  /** The first on the page is fetched ahead of the others. */
  first?: boolean
  onOpen: () => void
}

/** A story's picture and title. With scripts it opens the viewer; without, the link plays the file itself. */
export function StoryCard({ video, large, first, onOpen }: StoryCardProps) {
  function open(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen()
  }

  return (
    <a
      href={video.src}
      aria-haspopup="dialog"
      onClick={open}
      className="card group flex h-full flex-col overflow-hidden hover:shadow-float"
    >
      <span className={classes('relative block aspect-video overflow-hidden bg-navy', large && 'lg:flex-1')}>
        <VideoPoster poster={video.poster} first={first} />
        <span className="absolute inset-x-0 bottom-0 flex bg-linear-to-t from-navy/70 p-4 pt-12">
          <PlayMark className={large ? 'size-14 md:size-18' : 'size-14'} />
        </span>
      </span>
      <span className="block p-5">
        <span className="sr-only">Watch: </span>
        <span
          className={classes(
            'display underline-offset-4 group-hover:underline',
            large ? 'text-2xl md:text-3xl' : 'text-2xl',
          )}
        >
          {video.title}
        </span>
      </span>
    </a>
  )
}
