import { useState } from 'react';
import { MapPin, Plus } from 'lucide-react';
import { locationTiles } from '@tiffin/domain/locations';
import { ZERO, say } from '@tiffin/domain/core';
import { locationNotices } from '@tiffin/domain/errors';
import { centsOf, currencySign, formatMoney, LOCALE } from '../../ui/format.ts';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
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
import { LocationDialog, locationPart, type LocationPart } from './location-dialog.tsx';
import { ReadersDialog } from './readers-dialog.tsx';
import { LOCATIONS_KEY, useManagedLocations, usePendingChangeCount, type ManagedLocation } from './location-data.ts';
import styles from './locations.module.css';

type OpenDialog =
  | { readonly what: 'add' }
  | { readonly what: 'edit'; readonly location: ManagedLocation; readonly part?: LocationPart | undefined }
  | { readonly what: 'readers' | 'delete' | 'deactivate'; readonly location: ManagedLocation }
  | null;

interface Failure {
  readonly title: string;
  readonly text: string;
}

/** The locations with their figures, and the dialogs to change them. */
export default function LocationsSection() {
  const locations = useManagedLocations();
  useSetOfflineText(say`Working offline - changes will sync when reconnected`);
  const online = useOnline();
  const [open, setOpen] = useState<OpenDialog>(null);
  const [dismissedError, setDismissedError] = useState<unknown>(null);
  const list = locations.data ?? [];
  const actions = useLocationActions(list);
  useLinkedPart('locations', openLinked, list.length > 0);
  /** '#locations/truro/delivery', '#locations/truro/readers' or '#locations/add' */
  function openLinked(address: string) {
    const [id, part] = address.split('/');
    const location = list.find((each) => each.id === id);
    if (id === 'add') setOpen({ what: 'add' });
    else if (location)
      setOpen(part === 'readers' ? { what: part, location } : { what: 'edit', location, part: locationPart(part) });
  }
  // Without data there are no totals, because zeros would be wrong.
  const isLoaded = locations.data !== undefined;
  const loadFailure =
    locations.isError && locations.error !== dismissedError
      ? {
          title: say`Failed to load locations`,
          text: `${say`An error occurred while loading locations`}. ${errorText(locations.error)}`,
        }
      : null;
  const reload = () => void locations.refetch();

  return (
    <div className="stack gap-16">
      {online && <SyncBanner />}
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Locations`}</h1>
        <RefreshButton aria-busy={locations.isFetching} onClick={reload} />
        <Button className="line-on-phone" onClick={() => setOpen({ what: 'add' })}>
          <Plus />
          {say`Add Location`}
        </Button>
      </header>
      {actions.failure && <FailureBanner failure={actions.failure} onClose={actions.dismissFailure} />}
      {loadFailure && (
        <FailureBanner failure={loadFailure} onRetry={reload} onClose={() => setDismissedError(locations.error)} />
      )}
      {locations.isPending && <LocationsLoading />}
      {isLoaded && <Tiles list={list} />}
      {isLoaded && list.length === 0 && (
        <IconState
          title={say`No locations found`}
          text={say`Add the first one. Its menu, hours and people follow.`}
          icon={<MapPin />}
        />
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
                : void actions.toggle.send({ locationId: location.id, isActive: true })
            }
            onDelete={() => setOpen({ what: 'delete', location })}
          />
        ))}
      </div>
      <LocationDialogs open={open} list={list} actions={actions} onClose={() => setOpen(null)} />
    </div>
  );
}

function useLocationActions(list: readonly ManagedLocation[]) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const nameOf = (locationId: string) => list.find(({ id }) => id === locationId)?.name ?? locationId;
  const optionsWithFailure = (title: string, text: string) => ({
    changes: [LOCATIONS_KEY],
    queued: locationNotices.queued,
    onFailed(error: unknown) {
      setFailure({ title, text: `${text}. ${refusalText(error)}` });
      // The banner shows it, so no toast is needed.
      return true;
    },
  });
  const toggle = useQueuedChange('toggleLocationStatus', {
    ...optionsWithFailure(say`Failed to update location status`, say`An error occurred while updating location`),
    about: ({ locationId, isActive }) =>
      isActive ? say`Activate ${nameOf(locationId)}` : say`Deactivate ${nameOf(locationId)}`,
    doneText: ({ location: { name, isActive } }) => (isActive ? say`${name} is active` : say`${name} is inactive`),
  });
  const remove = useQueuedChange('deleteLocation', {
    ...optionsWithFailure(say`Failed to delete location`, say`An error occurred while deleting location`),
    about: ({ locationId }) => say`Delete ${nameOf(locationId)}`,
    doneText: (_answer, { locationId }) => say`${nameOf(locationId)} deleted`,
  });
  return { failure, dismissFailure: () => setFailure(null), toggle, remove };
}

function FailureBanner({ failure, onRetry, onClose }: { failure: Failure; onRetry?: () => void; onClose: () => void }) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={failure.title}
      action={
        <span className="flex">
          {onRetry && (
            <Button look="ghost" onClick={onRetry}>
              {say`Try Again`}
            </Button>
          )}
          <Button look="ghost" onClick={onClose}>
            {say`Dismiss`}
          </Button>
        </span>
      }
    >
      {failure.text}
    </Banner>
  );
}

interface LocationDialogsProps {
  open: OpenDialog;
  list: readonly ManagedLocation[];
  actions: ReturnType<typeof useLocationActions>;
  onClose: () => void;
}

function LocationDialogs({ open, list, actions, onClose }: LocationDialogsProps) {
  return (
    <>
      {(open?.what === 'add' || open?.what === 'edit') && (
        <LocationDialog
          location={open.what === 'edit' ? open.location : null}
          part={open.what === 'edit' ? open.part : undefined}
          locations={list}
          onClose={onClose}
        />
      )}
      {open?.what === 'readers' && <ReadersDialog location={open.location} onClose={onClose} />}
      {(open?.what === 'delete' || open?.what === 'deactivate') && (
        <ConfirmDialog
          {...question(open.what, open.location.name)}
          look="danger-solid"
          onConfirm={() => {
            const locationId = open.location.id;
            void (open.what === 'delete'
              ? actions.remove.send({ locationId })
              : actions.toggle.send({ locationId, isActive: false }));
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </>
  );
}

function question(what: 'delete' | 'deactivate', name: string) {
  // A deleted location is only marked and not shown any more.
  if (what === 'delete')
    return {
      title: say`Delete ${name}?`,
      description: say`Are you sure you want to delete this location? This will deactivate it to preserve order history.`,
      confirmLabel: say`Delete`,
    };
  return {
    title: say`Deactivate ${name}?`,
    description: say`Guests can neither order nor book there until it is activated again. Its orders and reservations stay.`,
    confirmLabel: say`Deactivate`,
  };
}

function SyncBanner() {
  const syncing = usePendingChangeCount();
  if (syncing === 0) return null;
  return <Banner announce="status" icon={<Spinner />} title={locationNotices.syncing(syncing)} />;
}

function Tiles({ list }: { list: readonly ManagedLocation[] }) {
  const tiles = locationTiles(
    list.map((location) => ({ ...location, monthlyRevenue: centsOf(location.monthlyRevenue) })),
  );
  return (
    <StatTiles
      label={say`Location figures`}
      tiles={[
        { label: say`Total Locations`, value: tiles.totalLocations },
        { label: say`Active Locations`, value: tiles.activeLocations },
        {
          label: say`Avg Rating`,
          value: tiles.averageRating.toLocaleString(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        },
        { label: say`Total Orders`, value: formatCount(tiles.totalOrders) },
        { label: say`Monthly Revenue`, value: withCurrencySign(tiles.monthlyRevenue) },
      ]}
    />
  );
}

/** Places the currency sign as the language does: '$74.2K', '74,2 k$'. */
function withCurrencySign(shortAmount: string): string {
  const sign = currencySign();
  return formatMoney(ZERO).startsWith(sign) ? `${sign}${shortAmount}` : `${shortAmount}${sign}`;
}

function LocationsLoading() {
  return (
    <Loading label={say`Loading locations...`}>
      <div className={`grid gap-16 ${styles.grid}`}>
        <Skeleton height={460} />
        <Skeleton height={460} />
      </div>
    </Loading>
  );
}
