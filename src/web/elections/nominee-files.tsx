import { useState } from 'react'
import { Avatar } from '#web/components/avatar.tsx'
import { FileIcon } from '#web/components/icons.tsx'

interface PicturedNominee {
  id: string
  name: string
  hasPhoto: boolean
}

/** 40, 48, 80 and 112 pixels; the server's picture has 160, for sharp screens. */
const sizes = {
  small: 'size-10 text-base',
  normal: 'size-12 text-lg',
  large: 'size-20 text-3xl',
  sheet: 'size-28 text-4xl',
} as const

interface NomineePhotoProps {
  nominee: PicturedNominee
  size?: keyof typeof sizes
}

/** A nominee's picture, or their initials if there is none or it does not load. The size is the same. */
export function NomineePhoto({ nominee: { id, name, hasPhoto }, size = 'normal' }: NomineePhotoProps) {
  /** By nominee, because the same place may show another one later. */
  const [missing, setMissing] = useState<string | null>(null)
  const photo = hasPhoto && missing !== id ? `/api/nominees/${id}/photo` : null
  return <Avatar name={name} photo={photo} className={sizes[size]} onFailed={() => setMissing(id)} />
}

interface DocumentedNominee {
  id: string
  name: string
  hasDocument: boolean
}

/** The link to what a candidate filed, if anything. */
export function CandidateDocument({ nominee: { id, name, hasDocument } }: { nominee: DocumentedNominee }) {
  if (!hasDocument) return null
  return (
    <a href={`/api/nominees/${id}/document`} target="_blank" rel="noopener" className="tap-link gap-2">
      <FileIcon className="size-5 flex-none" />
      Candidate document
      <span className="sr-only"> of {name} (opens in a new tab)</span>
    </a>
  )
}
