import type { ReactNode } from 'react'

/** Has the colour of the surrounding text; hidden from screen readers. */
export function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-5' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }
}

export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ArrowIcon = icon(<path d="M5 12h14m-6-6 6 6-6 6" />)
export const OutsideIcon = icon(<path d="M9 7h8v8M17 7 7 17" />)
export const MailIcon = icon(<path d="M3 6h18v12H3zm0 1 9 7 9-7" />)
export const PhoneIcon = icon(
  <path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z" />,
)
export const PeopleIcon = icon(
  <path d="M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 2.8-6 6.5-6s6.5 2 6.5 6m1.5-9.2a3.2 3.2 0 0 0 0-6.2M18 14.5c2.4.6 4 2.5 4 5.5" />,
)
export const InfoIcon = icon(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-10v5m0-8.5v.01" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const AlertIcon = icon(<path d="M12 3 2 20h20zm0 7v4m0 3v.01" />)
export const LockIcon = icon(<path d="M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4m-4 4v2" />)
export const FileIcon = icon(<path d="M6 3h8l4 4v14H6zm8 0v4h4" />)

/** Icons only editors need. */
export const UpIcon = icon(<path d="m6 15 6-6 6 6" />)
export const DownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const GripIcon = icon(<path d="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" strokeWidth="3" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const PencilIcon = icon(<path d="M4 20h4L19 9l-4-4L4 16zm9-13 4 4" />)
export const BinIcon = icon(<path d="M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7m4 4v5m4-5v5" />)
export const ListIcon = icon(<path d="M9 6h12M9 12h12M9 18h12M4 6v.01M4 12v.01M4 18v.01" />)
export const NumbersIcon = icon(<path d="M10 6h11M10 12h11M10 18h11M4 4l1-.5V9M3.5 14.5c1-1.5 2.5-.5 2 .7L3.5 19H6" />)
export const MoveInIcon = icon(<path d="M4 5h16M12 10h8M12 15h8M4 20h16M4 9l4 3.5L4 16" />)
export const MoveOutIcon = icon(<path d="M4 5h16M12 10h8M12 15h8M4 20h16M8 9l-4 3.5L8 16" />)
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6L12 6.5m2 3.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1" />,
)
export const PictureIcon = icon(<path d="M3 5h18v14H3zm0 11 5-5 4 4 3-3 6 5M15.5 9v.01" />)
export const UndoIcon = icon(<path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3" />)
export const RedoIcon = icon(<path d="m16 5 4 4-4 4m4-4H10a5 5 0 0 0 0 10h3" />)
export const FilmIcon = icon(<path d="M3 5h18v14H3zm7 4v6l5-3z" />)

export const SearchIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5" />)
export const DownloadIcon = icon(<path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />)
export const UploadIcon = icon(<path d="M12 15V4M7 9l5-5 5 5M5 20h14" />)
export const CardIcon = icon(<path d="M3 5h18v14H3zm3 4h5v5H6zm8 0h4m-4 4h4M6 17h12" />)
export const BackIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />)
