import { useState } from 'react';
import { MapPin, Plus } from 'lucide-react';
import { locationTiles } from '@tiffin/domain/locations';
import { ZERO } from '@tiffin/domain/core';
import { centsOf, currencySign, formatMoney, LOCALE } from '../../ui/format.ts';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { errorText, refusalText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { IconState } from '../../ui/states.tsx';
import { LocationCard } from './location-card.tsx';
import { LocationDialog } from './location-dialog.tsx';
import { ReadersDialog } from './readers-dialog.tsx';
import { LOCATIONS_KEY, useManagedLocations, usePendingChangeCount, type ManagedLocation } from './location-data.ts';
import { texts } from './texts.ts';
import styles from './locations.module.css';

type OpenDialog =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'readers' | 'delete' | 'deactivate'; readonly location: ManagedLocation }
  | null;

interface Failure {
  readonly title: string;
  readonly text: string;
}

/** Location Management: the restaurant's locations with their hours and figures. */
export default function LocationsSection() {
  const locations = useManagedLocations();
  useSetOfflineText(texts.offline);
  const online = useOnline();
  const [open, setOpen] = useState<OpenDialog>(null);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const close = () => setOpen(null);
  const list = locations.data ?? [];
  const changes = useLocationChanges(list);
  // Shows no totals without data, because zeros would be wrong.
  const exists = locations.data !== undefined;
  const loadFailure =
    locations.isError && locations.error !== dismissed
      ? { title: texts.loadFailed, text: `${texts.loadError}. ${errorText(locations.error)}` }
      : null;
  const reload = () => void locations.refetch();

  return (
    <div className="stack gap-16">
      {online && <SyncBanner />}
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{texts.title}</h1>
        <RefreshButton label={texts.refresh} aria-busy={locations.isFetching} onClick={reload} />
        <Button className="line-on-phone" onClick={() => setOpen({ what: 'add' })}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </header>
      {changes.failure && <FailureBanner failure={changes.failure} onDismiss={changes.dismissFailure} />}
      {loadFailure && (
        <FailureBanner failure={loadFailure} onRetry={reload} onDismiss={() => setDismissed(locations.error)} />
      )}
      {locations.isPending && <LocationsLoading />}
      {exists && <Tiles list={list} />}
      {exists && list.length === 0 && (
        <IconState title={texts.empty} text={texts.emptyText} icon={<MapPin aria-hidden="true" />} />
      )}
      <div className={`grid gap-16 ${styles.grid}`}>
        {list.map((location) => (
          <LocationCard
            key={location.id}
            location={location}
            online={online}
            onEdit={() => setOpen({ what: 'edit', location })}
            onReaders={() => setOpen({ what: 'readers', location })}
            onToggle={() =>
              location.isActive
                ? setOpen({ what: 'deactivate', location })
                : void changes.toggle.send({ locationId: location.id, isActive: true })
            }
            onDelete={() => setOpen({ what: 'delete', location })}
          />
        ))}
      </div>
      <LocationDialogs open={open} list={list} changes={changes} onClose={close} />
    </div>
  );
}

/** Switches a location on or off, or deletes it, and reports the result. */
function useLocationChanges(list: readonly ManagedLocation[]) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const nameOf = (locationId: string) => list.find(({ id }) => id === locationId)?.name ?? locationId;
  const report = (title: string, text: string) => ({
    changes: [LOCATIONS_KEY],
    queued: texts.queued,
    onFailed(error: unknown) {
      setFailure({ title, text: `${text}. ${refusalText(error)}` });
      return true;
    },
  });
  const toggle = useQueuedChange('toggleLocationStatus', {
    ...report(texts.statusFailed, texts.updateError),
    about: ({ locationId, isActive }) => texts.about.toggle(nameOf(locationId), isActive),
    done: ({ location: { name, isActive } }) => (isActive ? texts.done.activated : texts.done.deactivated)(name),
  });
  const remove = useQueuedChange('deleteLocation', {
    ...report(texts.deleteFailed, texts.deleteError),
    about: ({ locationId }) => texts.about.remove(nameOf(locationId)),
    done: (_answer, { locationId }) => texts.done.deleted(nameOf(locationId)),
  });
  return { failure, dismissFailure: () => setFailure(null), toggle, remove };
}

function FailureBanner({
  failure,
  onRetry,
  onDismiss,
}: {
  failure: Failure;
  onRetry?: () => void;
  onDismiss: () => void;
}) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={failure.title}
      action={
        <span className="flex">
          {onRetry && (
            <Button look="ghost" onClick={onRetry}>
              {texts.tryAgain}
            </Button>
          )}
          <Button look="ghost" onClick={onDismiss}>
            {texts.dismiss}
          </Button>
        </span>
      }
    >
      {failure.text}
    </Banner>
  );
}

function LocationDialogs({
  open,
  list,
  changes,
  onClose,
}: {
  open: OpenDialog;
  list: readonly ManagedLocation[];
  changes: ReturnType<typeof useLocationChanges>;
  onClose: () => void;
}) {
  return (
    <>
      {(open?.what === 'add' || open?.what === 'edit') && (
        <LocationDialog
          location={open.what === 'edit' ? open.location : null}
          otherLocations={list}
          onClose={onClose}
        />
      )}
      {open?.what === 'readers' && <ReadersDialog location={open.location} onClose={onClose} />}
      {open?.what === 'delete' && (
        <ConfirmDialog
          open
          title={texts.remove.title(open.location.name)}
          description={texts.remove.text}
          confirmLabel={texts.remove.confirm}
          cancelLabel={texts.remove.cancel}
          look="danger-solid"
          onConfirm={() => {
            void changes.remove.send({ locationId: open.location.id });
            onClose();
          }}
          onCancel={onClose}
        />
      )}
      {open?.what === 'deactivate' && (
        <ConfirmDialog
          open
          title={texts.deactivate.title(open.location.name)}
          description={texts.deactivate.text}
          confirmLabel={texts.deactivate.confirm}
          cancelLabel={texts.deactivate.cancel}
          look="danger-solid"
          onConfirm={() => {
            void changes.toggle.send({ locationId: open.location.id, isActive: false });
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </>
  );
}

function SyncBanner() {
  const syncing = usePendingChangeCount();
  if (syncing === 0) return null;
  return <Banner announce="status" icon={<Spinner />} title={texts.syncing(syncing)} />;
}

function Tiles({ list }: { list: readonly ManagedLocation[] }) {
  const tiles = locationTiles(
    list.map((location) => ({ ...location, monthlyRevenue: centsOf(location.monthlyRevenue) })),
  );
  return (
    <StatTiles
      label={texts.tiles}
      tiles={[
        { label: texts.totalLocations, value: tiles.totalLocations },
        { label: texts.activeLocations, value: tiles.activeLocations },
        {
          label: texts.avgRating,
          value: tiles.averageRating.toLocaleString(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        },
        { label: texts.totalOrders, value: formatCount(tiles.totalOrders) },
        { label: texts.monthlyRevenue, value: signed(tiles.monthlyRevenue) },
      ]}
    />
  );
}

/** Places the currency sign as the language does: '$74.2K', '74,2 k$'. */
function signed(thousands: string): string {
  const sign = currencySign();
  return formatMoney(ZERO).startsWith(sign) ? `${sign}${thousands}` : `${thousands}${sign}`;
}

function LocationsLoading() {
  return (
    <Loading label={texts.loading}>
      <div className={`grid gap-16 ${styles.grid}`}>
        <Skeleton height={460} />
        <Skeleton height={460} />
      </div>
    </Loading>
  );
}
