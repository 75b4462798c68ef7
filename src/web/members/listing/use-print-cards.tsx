import { useState, type ComponentType, type ReactNode } from 'react'
import { noConnectionText } from '#shared/basic-text.ts'
import { showToast } from '#web/components/toast.tsx'

type PrintCardsDialog = ComponentType<{ open: boolean; onClose: () => void; ids?: string[] }>

/** The dialog's code is fetched when it is first wanted; a drop-out leaves the list as it is. */
export function usePrintCards(): { print: (ids?: string[]) => void; printing: ReactNode } {
  const [Dialog, setDialog] = useState<PrintCardsDialog | null>(null)
  const [wanted, setWanted] = useState<{ ids?: string[] } | null>(null)

  async function open(ids?: string[]) {
    try {
      const { PrintCardsDialog } = await import('../card/print-cards-dialog.tsx')
      setDialog(() => PrintCardsDialog)
      setWanted(ids ? { ids } : {})
    } catch {
      showToast(noConnectionText, 'error')
    }
  }

  return {
    print: (ids) => void open(ids),
    printing: Dialog && wanted && <Dialog open {...wanted} onClose={() => setWanted(null)} />,
  }
}
