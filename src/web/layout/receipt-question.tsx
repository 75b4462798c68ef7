import { createRoot } from 'react-dom/client'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

const text = {
  title: 'Save your receipt first?',
  lost: 'Only this device has the receipt of your vote, and logging out removes it. Without it you cannot check that your vote was counted.',
  save: 'Save my receipt',
  logOut: 'Log out without it',
} as const

/** Asks before logging out would lose a receipt. Resolves to whether to log out anyway; saving happens on the ballot page. */
export function askAboutReceipt(): Promise<boolean> {
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'))
    const answer = (leaves: boolean) => {
      root.unmount()
      resolve(leaves)
    }
    const save = () => {
      answer(false)
      window.location.assign('/vote')
    }
    root.render(
      <Dialog
        title={text.title}
        onClose={() => answer(false)}
        actions={
          <>
            <Button look="danger-outline" onClick={() => answer(true)}>
              {text.logOut}
            </Button>
            <Button onClick={save}>{text.save}</Button>
          </>
        }
      >
        <p>{text.lost}</p>
      </Dialog>,
    )
  })
}
