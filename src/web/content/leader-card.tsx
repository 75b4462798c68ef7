import type { Leader } from '#web/api/content.ts'
import { Avatar } from '#web/components/avatar.tsx'

/** A person of the leadership: a row on a phone, a portrait above the name on a wider screen. */
export function LeaderCard({ leader }: { leader: Leader }) {
  return (
    <article className="card flex h-full overflow-hidden sm:flex-col">
      <Portrait leader={leader} />
      <div className="min-w-0 flex-1 self-center p-5 sm:self-stretch">
        {leader.rank && <p className="eyebrow text-gold-ink">{leader.rank}</p>}
        <h3 className="mt-1 text-2xl">{leader.name}</h3>
        <p className="mt-1.5 text-muted">{leader.position}</p>
      </div>
    </article>
  )
}

function Portrait({ leader }: { leader: Leader }) {
  const box = 'min-h-36 w-28 flex-none self-stretch sm:aspect-[4/5] sm:w-full'
  if (!leader.photo)
    return (
      <div className={`${box} grid place-items-center bg-linear-to-b from-navy-2 to-navy`}>
        <Avatar name={leader.name} className="size-18 text-3xl sm:size-28 sm:text-5xl" />
      </div>
    )
  return (
    <picture className={`${box} relative bg-navy-soft`}>
      <source srcSet={leader.photo.avif} type="image/avif" />
      <img
        src={leader.photo.webp}
        alt=""
        width="480"
        height="600"
        loading="lazy"
        className="absolute inset-0 size-full object-cover object-top"
      />
    </picture>
  )
}
