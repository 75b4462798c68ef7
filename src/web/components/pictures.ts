import type { PictureSize } from '#shared/uploads.ts'

/** A photo small enough to send as it is. */
const smallEnough = 1024 * 1024
const quality = 0.88

export const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)

interface Shrinking {
  longestSide: number
  /** The square of it that is used. */
  crop?: Crop | undefined
  /** From the middle, unless there is a `crop`. */
  square?: boolean | undefined
  /** Called as soon as the size is known; throwing ends the work. */
  onSize?: (size: PictureSize) => void
}

/**
 * The picture with its longer side reduced to `longestSide`, upright, as a JPEG; or the file itself if that gains nothing or the
 * browser cannot read it. Phones take photos of 5 MB and more, of which the site needs a tenth.
 */
export async function shrinkPicture(
  file: File,
  { longestSide, crop, square = false, onSize }: Shrinking,
): Promise<File> {
  const bitmap = await decode(file)
  if (!bitmap) return file
  try {
    const { width, height } = bitmap
    onSize?.({ width, height })
    const cut = crop ?? (square && width !== height ? centredCrop(bitmap) : null)
    const part = cut ? { x: cut.x, y: cut.y, width: cut.side, height: cut.side } : { x: 0, y: 0, width, height }
    const scale = Math.min(1, longestSide / Math.max(part.width, part.height))
    const needed = cut !== null || isHeic(file)
    if (scale === 1 && file.size <= smallEnough && !needed) return file
    const blob = await draw(bitmap, part, scale)
    if (!blob || (blob.size >= file.size && !needed)) return file
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' })
  } finally {
    bitmap.close()
  }
}

/** Null if this browser cannot read it, or it is too large for a small phone's memory. */
async function decode(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== 'function') return null
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
}

interface Part extends PictureSize {
  x: number
  y: number
}

function draw(bitmap: ImageBitmap, part: Part, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // A JPEG has no transparency: without this, a transparent signature would become black on black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** The used square of a picture, in its pixels. */
export interface Crop {
  x: number
  y: number
  side: number
}

const shorter = ({ width, height }: PictureSize) => Math.min(width, height)

/** The largest square, from the middle. */
export function centredCrop(size: PictureSize): Crop {
  const side = shorter(size)
  return { side, x: (size.width - side) / 2, y: (size.height - side) / 2 }
}

/** The nearest square inside the picture that is at least this large. */
export function cropWithin(size: PictureSize, { x, y, side }: Crop, least: number): Crop {
  const fitted = clamp(side, Math.min(least, shorter(size)), shorter(size))
  return { side: fitted, x: clamp(x, 0, size.width - fitted), y: clamp(y, 0, size.height - fitted) }
}

export const movedCrop = (size: PictureSize, crop: Crop, dx: number, dy: number): Crop =>
  cropWithin(size, { ...crop, x: crop.x + dx, y: crop.y + dy }, crop.side)

/** Closer or further away, around the middle. */
export function zoomedCrop(size: PictureSize, crop: Crop, zoom: number, least: number): Crop {
  const { side } = cropWithin(size, { ...crop, side: shorter(size) / zoom }, least)
  const by = (crop.side - side) / 2
  return cropWithin(size, { side, x: crop.x + by, y: crop.y + by }, least)
}

export const zoomOf = (size: PictureSize, { side }: Crop): number => shorter(size) / side
/** Any closer has too few pixels for its purpose. */
export const mostZoom = (size: PictureSize, least: number): number => Math.max(1, Math.min(5, shorter(size) / least))

/** NaN, from a failed gesture, gives the minimum. */
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value)) || least
