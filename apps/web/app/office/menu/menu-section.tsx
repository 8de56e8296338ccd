import { useState } from 'react';
import { BookOpen } from 'lucide-react';
import { isUnanswered } from '../../shared/api/api-error.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StateIcon } from '../../ui/states.tsx';
import { useMenu, usePlaces, type Place } from './menu-data.ts';
import { MenuEditor } from './menu-editor.tsx';
import styles from './menu.module.css';
import { texts } from './texts.ts';

/** Menu Management: the menu of one location, to be searched, edited, arranged. */
export default function MenuSection() {
  const { places, list, chosen, choose } = usePlaces();
  if (places.isPending) return <MenuLoading />;
  if (places.isError) return <MenuError error={places.error} onTryAgain={() => void places.refetch()} />;
  if (!chosen) {
    return (
      <EmptyState
        level={1}
        title={texts.noLocations}
        text={texts.noLocationsText}
        picture={
          <StateIcon>
            <BookOpen aria-hidden="true" />
          </StateIcon>
        }
      />
    );
  }
  return <MenuOf key={chosen.id} place={chosen} places={list} onPlace={choose} />;
}

function MenuOf({ place, places, onPlace }: { place: Place; places: readonly Place[]; onPlace: (id: string) => void }) {
  const menu = useMenu(place.id);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const refresh = () => void menu.refetch();
  if (menu.isPending) return <MenuLoading />;
  // What was loaded before stays in use behind the message; that nobody answers the page's band says, with its age.
  const isKnown = menu.data !== undefined && isUnanswered(menu.error);
  if (menu.isError && !isKnown && menu.error !== dismissed) {
    return (
      <MenuError
        error={menu.error}
        onTryAgain={refresh}
        onDismiss={() => setDismissed(menu.error)}
        busy={menu.isFetching}
      />
    );
  }
  return (
    <MenuEditor
      place={place}
      places={places}
      onPlace={onPlace}
      menu={menu.data ?? { locationId: place.id, dishes: [], categories: [] }}
      onRefresh={refresh}
      refreshing={menu.isFetching}
    />
  );
}

function MenuError({
  error,
  onTryAgain,
  onDismiss,
  busy = false,
}: {
  error: unknown;
  onTryAgain: () => void;
  onDismiss?: () => void;
  busy?: boolean;
}) {
  return (
    <ErrorState level={1} title={texts.errorTitle} text={`${texts.loadError}. ${wordsFor(error)}`}>
      <Button onClick={onTryAgain} busy={busy}>
        {texts.tryAgain}
      </Button>
      {onDismiss && (
        <Button look="quiet" onClick={onDismiss}>
          {texts.dismiss}
        </Button>
      )}
    </ErrorState>
  );
}

function MenuLoading() {
  return (
    <Loading label={texts.loading}>
      <div className="grid gap-16 soft">
        <p>{texts.loading}</p>
        <div className={`grid gap-14 ${styles.grid}`}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
            <Skeleton key={card} height={300} />
          ))}
        </div>
      </div>
    </Loading>
  );
}
