import { useState } from 'react';
import { ZERO, say } from '@tiffin/domain/core';
import {
  defaultChoices,
  groupFromWire,
  unitPriceOf,
  type ChosenOptions,
  type ChosenOption,
} from '@tiffin/domain/options';
import { OptionGroups } from '../../../shared/dish/option-groups.tsx';
import { Money } from '../../../ui/money.tsx';
import type { Draft } from '../../../ui/form.ts';
import { groupForm } from './group-codec.ts';
import { toGuestMenuGroup, type Group } from './groups-data.ts';
import styles from './options.module.css';

/** A group that is being edited, to try as a guest. */
export function GroupPreview({ draft, groups }: { draft: Draft<typeof groupForm.fields>; groups: readonly Group[] }) {
  const [tried, setTried] = useState<ChosenOptions | null>(null);
  const dish = previewDish(draft, groups);
  // The tried choices, without options that no longer exist.
  const chosen = tried?.filter((each) => canChoose(dish, each)) ?? defaultChoices(dish);
  return (
    <section
      className={`stack gap-12 round-md ${styles.preview}`}
      aria-label={say`As guests see it`}
      data-surface="guest"
    >
      <p className="hint weight-600">{say`As guests see it`}</p>
      <OptionGroups dish={dish} chosen={chosen} onChosen={setTried} />
      <p className="row between gap-12 weight-600">
        {draft.isSize ? say`One costs` : say`Added to the dish`}
        <Money cents={unitPriceOf(dish, chosen)} />
      </p>
      <p className="hint">{say`Try it: the price is calculated as at the till.`}</p>
    </section>
  );
}

/** A free dish with this group and the groups its options open. */
function previewDish(draft: Draft<typeof groupForm.fields>, groups: readonly Group[]) {
  const values = groupForm.sentOf(draft);
  const opened = new Set(values.options.flatMap(({ opensGroupId }) => opensGroupId ?? []));
  const options = values.options
    .map((option, index) => ({ ...option, id: draft.options[index]?.key ?? '' }))
    .filter(({ name }) => name !== '');
  return {
    name: values.name,
    price: ZERO,
    optionGroups: [
      groupFromWire(toGuestMenuGroup({ ...values, id: 'preview', options })),
      ...groups
        .filter(({ id }) => opened.has(id))
        .map((group) => groupFromWire({ ...toGuestMenuGroup(group), isOpened: true })),
    ],
  };
}

function canChoose({ optionGroups }: ReturnType<typeof previewDish>, { groupId, optionId, units }: ChosenOption) {
  const option = optionGroups.find(({ id }) => id === groupId)?.options.find(({ id }) => id === optionId);
  return option !== undefined && units <= option.maxUnits;
}
