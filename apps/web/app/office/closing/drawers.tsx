import { useState } from 'react';
import { Wallet } from 'lucide-react';
import { say, sayNow } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { chooseDrawer, chosenDrawer } from '../../shared/api/till-headers.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Switch } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { IconState } from '../../ui/states.tsx';
import { CountForm, useCount } from './count-form.tsx';
import { drawersKey, useDrawers, type Drawer, type DrawerList } from '../../shared/payment/drawer-data.ts';
import { EntryDialog, entryName, QUEUED, ReasonField } from './drawer-entry.tsx';
import { DrawerSettings } from './drawer-settings.tsx';
import { SumList, differenceText } from './sum-list.tsx';
import styles from './closing.module.css';

/** The drawers of a location, with buttons to open, use and count each. */
export function Drawers({ locationId, mayManage }: { locationId: string; mayManage: boolean }) {
  const query = useDrawers(locationId);
  const [own, setOwn] = useState(chosenDrawer);
  return (
    <Loaded query={query} failed={say`The drawers could not be loaded`}>
      {(list) => (
        <>
          {list.drawers.length === 0 && (
            <IconState
              title={say`No drawers yet`}
              text={say`A drawer is opened with a counted float and counted at the end of the day. Without one, cash is recorded as before.`}
              icon={<Wallet />}
            />
          )}
          <div className={`grid gap-14 ${styles.panels}`}>
            {list.drawers.map((drawer) => (
              <DrawerCard
                key={drawer.drawerId}
                drawer={drawer}
                list={list}
                own={own}
                onOwn={(isOwn) => {
                  chooseDrawer(isOwn ? drawer.drawerId : null);
                  setOwn(chosenDrawer());
                }}
              />
            ))}
          </div>
          {mayManage && <DrawerSettings locationId={locationId} drawers={list.drawers} />}
        </>
      )}
    </Loaded>
  );
}

interface DrawerCardProps {
  drawer: Drawer;
  list: DrawerList;
  /** The drawer that this device uses. */
  own: string | null;
  onOwn: (isOwn: boolean) => void;
}

function DrawerCard({ drawer, list, own, onOwn }: DrawerCardProps) {
  const { name, shift, last } = drawer;
  const [dialog, setDialog] = useState<'open' | 'entry' | 'count' | null>(null);
  const close = () => setDialog(null);
  return (
    <Panel title={name}>
      {shift ? (
        <>
          <p className="hint">
            {say`Float ${formatMoney(centsOf(shift.float))} at ${formatTime(shift.openedAt)}, ${shift.openedBy ?? '–'}`}
          </p>
          {shift.entries.length > 0 && (
            <ul className={`ruled ${styles.rows}`}>
              {shift.entries.map((entry) => (
                <li key={entry.entryId} className="row between gap-12 text-sm">
                  <span className="min-width-0 break-anywhere">
                    {entryName(entry.kind)}
                    {entry.reason && `, ${entry.reason}`}
                  </span>
                  {entry.kind !== 'no-sale' && <span className="num">{formatMoney(centsOf(entry.amount))}</span>}
                </li>
              ))}
            </ul>
          )}
          <div className="row flex-wrap gap-8">
            <Button onClick={() => setDialog('count')}>{say`Count and close`}</Button>
            <Button look="quiet" onClick={() => setDialog('entry')}>{say`Put in or take out`}</Button>
          </div>
        </>
      ) : (
        <>
          {last && <LastCount last={last} />}
          <div>
            <Button onClick={() => setDialog('open')}>{say`Open with a float`}</Button>
          </div>
        </>
      )}
      {drawer.kind === 'till' && (
        <Switch
          label={sayNow(OWN_DRAWER)}
          checked={drawer.drawerId === own}
          onChange={(event) => onOwn(event.target.checked)}
        />
      )}
      {dialog === 'open' && <OpenDialog drawer={drawer} list={list} own={own} onOwn={onOwn} onClose={close} />}
      {dialog === 'entry' && <EntryDialog drawer={drawer} onClose={close} />}
      {dialog === 'count' && <CountDialog drawer={drawer} list={list} onClose={close} />}
    </Panel>
  );
}

function LastCount({ last }: { last: NonNullable<Drawer['last']> }) {
  const difference = centsOf(last.difference);
  return (
    <>
      <SumList
        rows={[
          [say`Should be`, centsOf(last.expected)],
          [say`Counted`, centsOf(last.counted)],
        ]}
        sum={[differenceText(difference), difference]}
      />
      <p className="hint">
        {say`Closed at ${formatTime(last.closedAt, 'date-time')}, ${last.closedBy ?? '–'}. ${formatMoney(centsOf(last.left))} stayed in it.`}
      </p>
    </>
  );
}

const OWN_DRAWER = say`This device uses this drawer`;

interface CountingProps {
  drawer: Drawer;
  list: DrawerList;
  onClose: () => void;
}

/** The switch starts on, because whoever opens the drawer of a till usually stands at it. */
function OpenDialog({ drawer, list, own, onOwn, onClose }: CountingProps & Pick<DrawerCardProps, 'own' | 'onOwn'>) {
  const { denominations } = list;
  const [isOwn, setIsOwn] = useState(drawer.kind === 'till' && (own === null || own === drawer.drawerId));
  const count = useCount(denominations);
  const sum = formatMoney(count.sum);
  const { send, isBusy, error } = useQueuedChange('openDrawer', {
    about: () => say`Open ${drawer.name} with ${sum}`,
    doneText: () => say`${drawer.name} is open`,
    queued: QUEUED,
    changes: [drawersKey(drawer.locationId)],
  });
  const open = async () => {
    if (!(await send({ drawerId: drawer.drawerId, counted: count.counted }))) return;
    if (isOwn) onOwn(true);
    onClose();
  };
  return (
    <Dialog
      size="lg"
      title={say`Open ${drawer.name}`}
      description={say`Count what is in it now. The count at the end starts from there.`}
      onClose={onClose}
      footer={<Button busy={isBusy} onClick={() => void open()}>{say`Open with ${sum}`}</Button>}
    >
      <div className="stack gap-14">
        <CountForm denominations={denominations} count={count} />
        {drawer.kind === 'till' && (
          <Switch label={sayNow(OWN_DRAWER)} checked={isOwn} onChange={({ target }) => setIsOwn(target.checked)} />
        )}
        <ErrorBanner title={say`The drawer was not opened`} error={error} />
      </div>
    </Dialog>
  );
}

const DIFFERENCE_REASONS = [
  say`Gave too much change`,
  say`Guest paid less`,
  say`Paid for something`,
  say`Not known`,
] as const;

/** Blind: what should be in it shows only after the count was sent. */
function CountDialog({ drawer, list: { denominations }, onClose }: CountingProps) {
  const count = useCount(denominations);
  const [left, setLeft] = useState('');
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(false);
  const sum = formatMoney(count.sum);
  const { send, isBusy, error } = useQueuedChange('closeDrawer', {
    isUncertain: true,
    about: () => say`Close ${drawer.name} with ${sum}`,
    doneText: (answer) =>
      answer.difference === 0
        ? say`${drawer.name} is correct`
        : say`${differenceText(centsOf(answer.difference))}: ${formatMoney(centsOf(Math.abs(answer.difference)))}`,
    queued: say`Saved. What should be in it shows once you are connected.`,
    changes: [drawersKey(drawer.locationId), ['closing']],
    onFailed: (refusal) => {
      if (refusal instanceof ApiError && refusal.details['difference'] !== undefined) setNeedsReason(true);
    },
  });
  const close = async () => {
    const { drawerId } = drawer;
    const amountLeft = left.trim() === '' ? undefined : Number(left);
    if (await send({ drawerId, counted: count.counted, left: amountLeft, reason: reason || undefined })) onClose();
  };
  return (
    <Dialog
      size="lg"
      title={say`Count ${drawer.name}`}
      description={say`Count all of it, the float too. What should be in it shows after you have counted.`}
      onClose={onClose}
      unsaved={count.sum > 0}
      footer={<Button busy={isBusy} onClick={() => void close()}>{say`I have counted ${sum}`}</Button>}
    >
      <div className="stack gap-14">
        {/* Above the count, so that a phone shows it. */}
        <ErrorBanner title={say`Not closed yet`} error={error} />
        {needsReason && <ReasonField reasons={DIFFERENCE_REASONS} value={reason} onValue={setReason} />}
        <CountForm denominations={denominations} count={count} />
        <MoneyField
          label={say`Stays in the drawer`}
          hint={say`The rest goes to the safe. Empty if everything stays.`}
          optional
          value={left}
          onValue={setLeft}
        />
      </div>
    </Dialog>
  );
}
