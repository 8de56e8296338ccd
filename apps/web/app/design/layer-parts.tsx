import { useState } from 'react';
import { Copy, MoreHorizontal, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog, Dialog, Sheet } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/inputs.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.ts';
import styles from './design-page.module.css';

type Layer = 'dialog' | 'confirm' | 'right' | 'left' | 'bottom' | null;

export function LayerParts() {
  const [open, setOpen] = useState<Layer>(null);
  const close = () => setOpen(null);
  const menu = <ExampleMenu onDelete={() => setOpen('confirm')} />;
  return (
    <section className={styles.part}>
      <h2>Layers</h2>
      <div className="row flex-wrap gap-12">
        <Button look="quiet" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button look="quiet" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button look="quiet" onClick={() => setOpen('right')}>
          Sheet
        </Button>
        <Button look="quiet" onClick={() => setOpen('left')}>
          Sheet, left
        </Button>
        <Button look="quiet" onClick={() => setOpen('bottom')}>
          Sheet, bottom
        </Button>
        {menu}
      </div>
      <ToastButtons />
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Cancel order 7K3QX"
        description="The guest is told, and what was paid goes back."
        footer={
          <>
            <Button look="quiet" onClick={close}>
              Keep it
            </Button>
            <Button look="danger-solid" onClick={close}>
              Cancel and refund
            </Button>
          </>
        }
      >
        <Field label="Reason" required>
          <Textarea />
        </Field>
        {menu}
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Cancel this reservation?"
        description="Friday, Nov 27 at 7:00 p.m. Your table goes back to other guests."
        confirmLabel="Cancel reservation"
        cancelLabel="Keep my table"
        look="danger-solid"
        onCancel={close}
        onConfirm={close}
      />
      <Sheet
        open={open === 'right' || open === 'left' || open === 'bottom'}
        side={open === 'left' || open === 'bottom' ? open : 'right'}
        onClose={close}
        title="Your order"
        footer={
          <Button block onClick={close}>
            Checkout
          </Button>
        }
      >
        <p>Two butter chickens and a samosa.</p>
      </Sheet>
    </section>
  );
}

function ExampleMenu({ onDelete }: { onDelete: () => void }) {
  return (
    <Menu
      trigger={
        <IconButton label="More">
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      }
      items={[
        {
          id: 'copy',
          label: 'Duplicate',
          icon: <Copy aria-hidden="true" />,
          onSelect: () => toast.success('Duplicated'),
        },
        { id: 'refund', label: 'Refund', disabledReason: 'Managers only' },
        'line',
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" />,
          danger: true,
          onSelect: onDelete,
        },
      ]}
    />
  );
}

function ToastButtons() {
  return (
    <div className="row flex-wrap gap-12">
      <Button look="plain" onClick={() => toast.success('Butter Chicken added')}>
        Toast
      </Button>
      <Button
        look="plain"
        onClick={() => toast.error('Failed to update order status', { description: '7K3QX is still pending' })}
      >
        Error toast
      </Button>
      <Button
        look="plain"
        onClick={() =>
          toast.message('Order moved to Ready', { action: { label: 'Undo', onClick: () => toast.info('Undone') } })
        }
      >
        Toast with undo
      </Button>
    </div>
  );
}
