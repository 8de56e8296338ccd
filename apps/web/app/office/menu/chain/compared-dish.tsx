import { NotThere } from '../not-there.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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
      <NotThere query={chain} isFailed={chain.isError || chain.data !== undefined} words={texts} height={160} />
    </Dialog>
  );
}
