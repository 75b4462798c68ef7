import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#web/components/button.tsx'
import { keepOnDevice, keysOnDevice, ownPrefix, parseJson, readFromDevice } from '#web/components/device-storage.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { saveFile } from '#web/components/save-file.ts'

const text = {
  title: 'Save your receipt first?',
  lost: 'Only this device has the receipt of your vote, and logging out removes it. Without it you cannot check that your vote was counted.',
  save: 'Save my receipt',
  logOutWithout: 'Log out without it',
  savedTitle: 'Receipt saved',
  saved: 'Your receipt is saved to your downloads. You can log out now.',
  logOut: 'Logout',
} as const

/** Asks before logging out would lose a receipt, and saves it. Resolves to whether to log out. */
export function askAboutReceipt(): Promise<boolean> {
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'))
    root.render(
      <ReceiptQuestion
        onAnswer={(leaves) => {
          root.unmount()
          resolve(leaves)
        }}
      />,
    )
  })
}

function ReceiptQuestion({ onAnswer }: { onAnswer: (leaves: boolean) => void }) {
  const [saved, setSaved] = useState(false)
  const save = () => {
    saveReceipts()
    setSaved(true)
  }
  return (
    <Dialog
      title={saved ? text.savedTitle : text.title}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button look={saved ? 'primary' : 'danger-outline'} onClick={() => onAnswer(true)}>
            {saved ? text.logOut : text.logOutWithout}
          </Button>
          {!saved && <Button onClick={save}>{text.save}</Button>}
        </>
      }
    >
      <p role="status">{saved ? text.saved : text.lost}</p>
    </Dialog>
  )
}

function saveReceipts() {
  for (const key of keysOnDevice(ownPrefix)) {
    const stored = Object(parseJson(readFromDevice(key))) as { onlyHere?: unknown; fileName?: string }
    if (typeof stored.onlyHere !== 'string') continue
    saveFile(new Blob([stored.onlyHere], { type: 'text/plain' }), stored.fileName ?? 'ballot-receipt.txt')
    keepOnDevice(key, JSON.stringify({ ...stored, onlyHere: null }))
  }
}
