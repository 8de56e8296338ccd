import { useState } from 'react';
import { HandCoins } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './deliveries.module.css';
import { texts } from './texts.ts';
import type { Deliveries } from './trips.ts';

const { cash: words } = texts;
type Carried = Deliveries['cash'][number];

/** What each driver collected and still has, with its sum, until it is handed in. */
export function CashCarried({ cash, onDone }: { cash: Deliveries['cash']; onDone: () => void }) {
  const [asked, setAsked] = useState<(Carried & { readonly key: string }) | null>(null);
  const [busy, setBusy] = useState(false);
  if (cash.length === 0) return null;
  const sumOf = ({ carries }: Carried) => formatMoney(centsOf(carries));

  async function handIn({ key, locationId, driverId, carries }: Carried & { readonly key: string }) {
    setBusy(true);
    try {
      const { handedIn } = await api(
        'handInCash',
        { body: { locationId, driverId, amount: carries } },
        { idempotencyKey: key },
      );
      toast.success(words.done(formatMoney(centsOf(handedIn))));
    } catch (error) {
      toast.error(words.failed, { description: wordsOrSaid(error, [409]) });
    } finally {
      setBusy(false);
      setAsked(null);
      onDone();
    }
  }

  return (
    <section className="stack gap-12" aria-label={words.title}>
      <h2 className="text-lg">{words.title}</h2>
      {cash.map((carried) => (
        <article
          key={carried.locationId + carried.driverId}
          className={`stack gap-12 round-md surface shadow-1 ${styles.card}`}
          aria-label={carried.name}
        >
          <b>{words.of(carried.name, sumOf(carried))}</b>
          <ul className="grid gap-4">
            {carried.collected.map(({ orderId, amount }) => (
              <li key={orderId} className="flex between gap-16 num">
                <span>{callOutCode(orderId)}</span>
                <span>{formatMoney(centsOf(amount))}</span>
              </li>
            ))}
          </ul>
          {carried.toSomebodyElse ? (
            <p className="hint">{words.toSomebodyElse}</p>
          ) : (
            <Button look="quiet" block onClick={() => setAsked({ ...carried, key: newKey() })}>
              <HandCoins aria-hidden="true" /> {words.handIn(sumOf(carried))}
            </Button>
          )}
        </article>
      ))}
      {asked && (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={words.ask(asked.name, sumOf(asked))}
          description={words.askText}
          size="sm"
          footer={
            <>
              <Button look="quiet" onClick={() => setAsked(null)}>
                {words.back}
              </Button>
              <Button busy={busy} onClick={() => void handIn(asked)}>
                {words.handIn(sumOf(asked))}
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}
