import { wordsFor } from '../../../shared/errors/words.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { Category, Dish, Place } from '../menu-data.ts';
import { ChainDialog } from './chain-dialog.tsx';
import { useChainMenu } from './chain-data.ts';
import { texts } from './texts.ts';

/** A place's dish, compared with the one of all places. */
export function ComparedDish({
  dish: { name, chainId },
  places,
  categories,
  onClose,
}: {
  dish: Dish;
  places: readonly Place[];
  categories: readonly Category[];
  onClose: () => void;
}) {
  const chain = useChainMenu();
  const dish = chain.data?.find(({ id }) => id === chainId);
  if (dish) return <ChainDialog dish={dish} places={places} categories={categories} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={texts.dialog(name)}>
      {chain.isError || chain.data ? (
        <Banner
          tone="bad"
          announce="alert"
          title={texts.loadFailed}
          action={
            <Button look="line" size="sm" busy={chain.isFetching} onClick={() => void chain.refetch()}>
              {texts.tryAgain}
            </Button>
          }
        >
          {wordsFor(chain.error)}
        </Banner>
      ) : (
        <Loading label={texts.loading}>
          <Skeleton height={160} />
        </Loading>
      )}
    </Dialog>
  );
}
