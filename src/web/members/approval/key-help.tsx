import { CheckField } from '#web/components/check-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'

const keys: readonly [caps: string[], does: string][] = [
  [['J', '↓'], 'Next applicant'],
  [['K', '↑'], 'Previous applicant'],
  [['A'], 'Approve'],
  [['U'], 'Undo the approval, within ten seconds'],
  [['C'], 'Ask for a correction'],
  [['R'], 'Reject, with a reason'],
  [['X', 'Space'], 'Tick or untick'],
  [['1', '2', '3', '4', '5'], 'Commission, payment proof, signature, 2x2, photo'],
  [['+', '-', '0'], 'Zoom in, zoom out, fit'],
  [['T'], 'Turn the document'],
  [['?'], 'This help'],
]

interface KeyHelpProps {
  on: boolean
  onChange: (on: boolean) => void
  onClose: () => void
}

export function KeyHelp({ on, onChange, onClose }: KeyHelpProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard"
      description="The whole queue can be worked through without a mouse."
    >
      <table className="w-full text-left">
        <caption className="sr-only">Keys and what they do</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(([caps, does]) => (
            <tr key={does} className="border-t border-line">
              <td className="py-2 pr-4">
                {caps.map((cap) => (
                  <kbd
                    key={cap}
                    className="mr-1 inline-grid min-w-7 place-items-center rounded border border-edge px-1.5 font-sans font-semibold"
                  >
                    {cap}
                  </kbd>
                ))}
              </td>
              <td className="py-2">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 border-t border-line pt-3">
        <CheckField
          label="Use these keys"
          hint="Turn them off if they get in the way of a screen reader or of dictation."
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
