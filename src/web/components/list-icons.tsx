import { icon } from '#web/components/icons.tsx'

export const SearchIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5" />)
export const DownloadIcon = icon(<path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />)
export const UploadIcon = icon(<path d="M12 15V4M7 9l5-5 5 5M5 20h14" />)
export const CardIcon = icon(<path d="M3 5h18v14H3zm3 4h5v5H6zm8 0h4m-4 4h4M6 17h12" />)
export const BackIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />)
