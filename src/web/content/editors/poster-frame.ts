const secondsIn = 1
const widest = 1280
const patienceMs = 10_000

/** A frame of the video, about a second in, as a picture; null when this browser cannot show the file. */
export async function posterFrame(file: File): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  try {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = address
    await heard(video, 'loadeddata')
    video.currentTime = Math.min(secondsIn, Number.isFinite(video.duration) ? video.duration / 2 : secondsIn)
    await heard(video, 'seeked')
    return await picture(video)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

function heard(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), patienceMs)
    video.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true })
    video.addEventListener('error', () => reject(new Error('not playable')), { once: true })
  })
}

function picture(video: HTMLVideoElement): Promise<Blob | null> {
  const shrink = Math.min(1, widest / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * shrink)
  canvas.height = Math.round(video.videoHeight * shrink)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
