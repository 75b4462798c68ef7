import { useEffect, useRef, useState } from 'react'
import { useSite } from '#web/api/site.ts'

const names = ['firstName', 'middleName', 'lastName', 'suffix', 'rank'] as const
type Shown = Record<(typeof names)[number], string>
const nothing: Shown = { firstName: '', middleName: '', lastName: '', suffix: '', rank: '' }

/** The front of the card with what is in the form at this moment. Everything is in parts of its width, as on the real one. */
export function CardPreview({ photo }: { photo: string }) {
  const { shortName, name } = useSite()
  const card = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(nothing)
  useEffect(() => {
    const form = card.current?.closest('form')
    if (!form) return
    const read = () => {
      const given = new FormData(form)
      setShown(Object.fromEntries(names.map((one) => [one, String(given.get(one) ?? '').toUpperCase()])) as Shown)
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  const given = [shown.firstName, shown.middleName].filter(Boolean).join(' ')
  const surname = [shown.lastName, shown.suffix].filter(Boolean).join(' ')
  return (
    <figure ref={card} className="mt-1 w-full max-w-88">
      <figcaption className="mb-2 font-semibold">{cardPreviewText.title}</figcaption>
      <div
        role="img"
        aria-label={[cardPreviewText.label, given, surname, shown.rank].filter(Boolean).join(', ')}
        className="@container overflow-hidden rounded-card border border-edge bg-paper shadow-card"
      >
        <div className="flex aspect-[1011/638] flex-col text-[4cqw] leading-tight">
          <div className="flex h-[24%] flex-none flex-col justify-center border-b-[0.7cqw] border-gold bg-navy px-[5cqw] text-white">
            <p className="display truncate text-[6.5cqw]">{shortName}</p>
            <p className="line-clamp-2 text-[2.8cqw]">{name}</p>
          </div>
          <div className="flex min-h-0 flex-1 gap-[4cqw] px-[5cqw] py-[3cqw]">
            <img src={photo} alt="" className="aspect-square h-full flex-none rounded-[1cqw] object-cover" />
            <div className="flex min-w-0 flex-1 flex-col justify-between">
              <div>
                <p className="line-clamp-2 break-words">{given || cardPreviewText.firstName}</p>
                <p className="display line-clamp-2 text-[6cqw] break-words text-navy">
                  {surname || cardPreviewText.lastName}
                </p>
              </div>
              <p className="border-t-[0.4cqw] border-gold pt-[1.5cqw]">
                <span className="block text-[2.6cqw] text-muted">RANK</span>
                <strong className="block truncate">{shown.rank || '–'}</strong>
              </p>
            </div>
          </div>
          <div className="flex h-[13.5%] flex-none items-center justify-between bg-olive px-[5cqw] text-white">
            <strong className="text-[3.4cqw] tracking-widest">MEMBER</strong>
            <span className="text-[3.2cqw]">ID NUMBER {cardPreviewText.onApproval}</span>
          </div>
        </div>
      </div>
    </figure>
  )
}

export const cardPreviewText = {
  title: 'Your ID card will look like this',
  label: 'Preview of your ID card',
  onApproval: 'on approval',
  firstName: 'First name',
  lastName: 'Last name',
} as const
