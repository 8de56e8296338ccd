import { useState } from 'react';
import type { Cart } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import type { Ticket } from './use-ticket.ts';

interface GiveDialogProps {
  open: boolean;
  cart: Cart;
  onClose: () => void;
  /** Returns what is wrong with the discount, or null. */
  onGive: Ticket['addDiscount'];
}

/** Dialog for a discount before the order is placed; works like the one on a placed bill. */
export function DiscountDialog({ open, cart, onClose, onGive }: GiveDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const lines = cart.map(({ name, quantity }, index) => ({ line: index + 1, name, quantity }));
  function close() {
    setProblem(null);
    onClose();
  }
  return (
    <Dialog open={open} onClose={close} title={say`Take something off this order`}>
      {open && (
        <div className="stack gap-12">
          <DiscountForm
            lines={lines}
            onGive={(discount) => {
              const wrong = onGive(discount);
              if (wrong === null) close();
              else setProblem(wrong);
            }}
            onClose={close}
          />
          <FieldError error={problem} />
        </div>
      )}
    </Dialog>
  );
}
