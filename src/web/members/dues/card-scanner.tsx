import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'

/** TypeScript's browser types do not have this yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** In other browsers, a USB scanner can type the code into the field. */
export const canScan = () => detectorClass() !== undefined && 'mediaDevices' in navigator

const everyMs = 200

/** The camera, until it sees the QR code of a card. */
export function CardScanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const onSeen = useEffectEvent(onCode)
  useEffect(() => {
    const Detector = detectorClass()
    if (!Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let closed = false
    async function look() {
      const [code] = video.current ? await detector.detect(video.current) : []
      if (closed) return
      if (code) onSeen(code.rawValue)
      else timer = setTimeout(() => void look().catch(() => setFailed(true)), everyMs)
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (closed || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    function stop() {
      closed = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => !closed && setFailed(true))
    return stop
  }, [])
  return (
    <Dialog title="Scan a card" description="Hold the card’s QR code in front of the camera." onClose={onClose}>
      {failed ? (
        <Notice tone="error" title="The camera cannot be used">
          Please allow it in the browser, or type the ID number.
        </Notice>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a picture of what is before the camera
        <video ref={video} muted playsInline className="aspect-square w-full rounded-card bg-navy object-cover" />
      )}
    </Dialog>
  )
}
