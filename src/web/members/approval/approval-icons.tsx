import { icon } from '#web/components/icons.tsx'

export const ZoomInIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M11 8v6m-3-3h6" />)
export const ZoomOutIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M8 11h6" />)
export const TurnIcon = icon(<path d="M19 5v5h-5m4.6 0A7.5 7.5 0 1 0 19.5 14" />)
export const KeyboardIcon = icon(
  <path d="M2 6h20v12H2zm4 4v.01M10 10v.01M14 10v.01M18 10v.01M7 14h10" strokeLinecap="round" />,
)
