import { classes } from './classes.ts'

interface AvatarProps {
  name: string
  /** The address of the photo; without one, the initials are shown. */
  photo?: string | null | undefined
  className?: string
  /** The photo did not arrive. */
  onFailed?: () => void
}

export function Avatar({ name, photo, className = 'size-12 text-lg', onFailed }: AvatarProps) {
  const box = classes('display flex-none rounded-full bg-navy-soft text-navy-2', className)
  if (photo)
    return <img src={photo} alt="" loading="lazy" onError={onFailed} className={classes(box, 'object-cover')} />
  return (
    <span aria-hidden="true" className={classes(box, 'grid place-items-center')}>
      {initials(name)}
    </span>
  )
}

/** First and last word's first letters: `Maria de la Peña Jr.` becomes `MP`. */
function initials(name: string): string {
  const words = name
    .replace(/ (jr|sr|i{2,3}|iv|v)\.?$/i, '')
    .trim()
    .split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
}
