import { useState } from 'react'

/** Times the size that fits the frame. */
const zooms = [1, 1.5, 2, 3, 4, 6] as const

export interface DocumentView {
  zoom: number
  /** Quarter turns to the right. */
  turn: number
  zoomIn: () => void
  zoomOut: () => void
  turnRight: () => void
  fit: () => void
}

/** How the document is looked at; it begins anew with each document. */
export function useDocumentView(shown: string | null): DocumentView {
  const fresh = { shown, step: 0, turn: 0 }
  const [kept, setView] = useState(fresh)
  const view = kept.shown === shown ? kept : fresh
  const zoomBy = (steps: number) =>
    setView({ ...view, step: Math.min(zooms.length - 1, Math.max(0, view.step + steps)) })
  return {
    zoom: zooms[view.step] ?? 1,
    turn: view.turn,
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    turnRight: () => setView({ ...view, turn: (view.turn + 1) % 4 }),
    fit: () => setView(fresh),
  }
}
