import { useState, type ReactNode } from 'react';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ProfileForm } from './profile-form.tsx';
import { texts } from './texts.ts';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { leaving } from '../../shared/offline/forget.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './account.module.css';

function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={asked}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.removeYes}
        cancelLabel={texts.removeNo}
        look="danger-solid"
        onCancel={() => setAsked(false)}
        onConfirm={async () => {
          try {
            await api('deleteMe', { body: { confirm: true } });
            leaving();
            toast.success(texts.removed);
            onDeleted();
          } catch (error) {
            toast.error(wordsFor(error));
          }
          setAsked(false);
        }}
      />
    </>
  );
}

export interface Favourite {
  readonly locationId: string;
  readonly locationName: string;
  readonly itemId: string;
  readonly name: string;
}

export interface AccountPageProps {
  me: NonNullable<Me>;
  orders: ReactNode;
  reservations: ReactNode;
  favourites: readonly Favourite[];
  onChanged: () => void;
  onDeleted: () => void;
}

type Section = 'orders' | 'reservations';

export function AccountPage({ me, orders, reservations, favourites, onChanged, onDeleted }: AccountPageProps) {
  const [section, setSection] = useState<Section>('orders');
  const [firstName = ''] = me.displayName.split(' ');
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={`text-lg soft ${styles.hello}`}>{texts.hello(firstName)}</p>
      <h1>{texts.title}</h1>
      <dl className={`grid between ${styles.figures}`}>
        <Figure name={texts.points} value={String(me.loyaltyPoints)} />
        <Figure name={texts.completed} value={String(me.totalOrders)} />
        <Figure name={texts.spent} value={formatMoney(centsOf(me.totalSpent))} />
      </dl>
      <div className={`stack ${styles.columns}`}>
        <Tabs
          label={texts.sections}
          value={section}
          onValue={setSection}
          allStay
          tabs={[
            { id: 'orders', label: texts.orders, panel: orders },
            { id: 'reservations', label: texts.reservations, panel: reservations },
          ]}
        />
        <div className={`stack gap-40 content-start ${styles.side}`}>
          <section aria-labelledby="favourites">
            <h2 id="favourites">{texts.favourites}</h2>
            {favourites.length === 0 ? (
              <p className="text-sm soft">{texts.noFavourites}</p>
            ) : (
              <ul className={styles.favourites}>
                {favourites.map((dish) => (
                  <li key={`${dish.locationId}/${dish.itemId}`}>
                    <Link
                      className="row between gap-12 touch-height weight-550 no-underline"
                      href={paths.menuDish(dish.locationId, dish.itemId)}
                    >
                      {dish.name} <span className="text-sm soft">{dish.locationName}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section aria-labelledby="details">
            <h2 id="details">{texts.details}</h2>
            <ProfileForm key={me.updatedAt} me={me} onSaved={onChanged} />
          </section>
          <section aria-labelledby="data" className={`grid gap-12 items-start ${styles.data}`}>
            <h2 id="data">{texts.data}</h2>
            <p className="text-sm soft">{texts.dataText}</p>
            <a
              className="inline-row touch-height text-sm weight-600"
              href={paths.exportMyData()}
              download="my-data.json"
            >
              {texts.download}
            </a>
            <DeleteAccount onDeleted={onDeleted} />
          </section>
        </div>
      </div>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-end">
      <dt className="hint leading-130">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
