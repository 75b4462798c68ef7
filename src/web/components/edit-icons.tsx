import { icon } from '#web/components/icons.tsx'

/** Icons that only those who edit need. */
export const UpIcon = icon(<path d="m6 15 6-6 6 6" />)
export const DownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const GripIcon = icon(<path d="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" strokeWidth="3" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const PencilIcon = icon(<path d="M4 20h4L19 9l-4-4L4 16zm9-13 4 4" />)
export const BinIcon = icon(<path d="M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7m4 4v5m4-5v5" />)
export const FilmIcon = icon(<path d="M3 5h18v14H3zm7 4v6l5-3z" />)
