import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { PictureSize } from '#shared/uploads.ts'
import { Button, Spinner } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { centredCrop, mostZoom, movedCrop, zoomedCrop, zoomOf, type Crop } from './pictures.ts'

interface CropDialogProps {
  file: File
  /** The previous square. */
  crop: Crop | null
  /** The minimum number of pixels. */
  least: number
  onDone: (crop: Crop) => void
  onClose: () => void
}

const arrows: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Chooses a square of a picture: dragged by finger or mouse, moved by the arrow keys, zoomed by a slider. */
export function CropDialog({ file, crop: before, least, onDone, onClose }: CropDialogProps) {
  const [size, setSize] = useState<PictureSize | null>(null)
  const [chosen, setChosen] = useState<Crop | null>(before)
  const source = useObjectUrl(file)
  const frame = useRef<HTMLButtonElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const crop = chosen ?? (size && centredCrop(size))

  /** In fractions of the frame: pulling to the right shows more of the left. */
  const pull = (dx: number, dy: number) =>
    size && crop && setChosen(movedCrop(size, crop, -dx * crop.side, -dy * crop.side))

  function onPointerMove({ clientX, clientY }: PointerEvent) {
    const from = dragged.current
    const width = frame.current?.clientWidth ?? 0
    if (!from || width === 0) return
    dragged.current = { x: clientX, y: clientY }
    pull((clientX - from.x) / width, (clientY - from.y) / width)
  }

  function onKeyDown(event: KeyboardEvent) {
    const [dx, dy] = arrows[event.key] ?? []
    if (dx === undefined || dy === undefined) return
    event.preventDefault()
    pull(-dx * 0.05, -dy * 0.05)
  }

  return (
    <Dialog
      title="Choose the part for your card"
      onClose={onClose}
      actions={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!crop} onClick={() => crop && onDone(crop)}>
            Use this part
          </Button>
        </>
      }
    >
      <p id="crop-how">
        Drag the picture until your face is in the middle.
        <span className="pointer-coarse:hidden"> On a keyboard, use the arrow keys.</span>
      </p>
      <button
        ref={frame}
        type="button"
        aria-label="Part of the picture for the card"
        aria-describedby="crop-how"
        className="relative mx-auto mt-4 block aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-field bg-navy-soft select-none active:cursor-grabbing"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
        onKeyDown={onKeyDown}
      >
        <img
          src={source}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          style={place(size, crop)}
        />
        {!size && <Spinner label="Opening the picture …" />}
      </button>
      {size && crop && mostZoom(size, least) > 1.02 ? (
        <label className="mx-auto mt-4 grid max-w-80 gap-1 font-semibold">
          Zoom
          <input
            type="range"
            min={1}
            max={mostZoom(size, least)}
            step={0.01}
            value={zoomOf(size, crop)}
            className="h-11 w-full accent-navy"
            onChange={(event) => setChosen(zoomedCrop(size, crop, Number(event.target.value), least))}
          />
        </label>
      ) : (
        size && <p className="mt-4 text-center text-muted">This picture is just large enough, so you cannot zoom.</p>
      )}
    </Dialog>
  )
}

/** In fractions of the frame, so that it fits at any size. */
function place(size: PictureSize | null, crop: Crop | null) {
  if (!size || !crop) return { opacity: 0 }
  const part = (pixels: number) => `${(pixels / crop.side) * 100}%`
  return { width: part(size.width), left: part(-crop.x), top: part(-crop.y) }
}

function useObjectUrl(file: File): string {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return url
}
