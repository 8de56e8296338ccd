import { say } from '@tiffin/domain/core';
import { DISH_HEATS, type DishHeat, type HeatLevel } from '@tiffin/domain/menu';
import { offeredHeats, preselectedHeat, type OptionGroup } from '@tiffin/domain/options';
import { Chilies } from '../../shared/dish/dish-marks.tsx';
import { heatText } from '../../shared/dish/option-words.ts';
import { ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';

const USUAL: Partial<Record<DishHeat, string>> = {
  medium: say`Usually served medium.`,
  hot: say`Usually served hot.`,
};

interface HeatChoiceProps {
  heats: OptionGroup;
  /** How hot the dish is made if nobody chooses. */
  usual: DishHeat;
  /** The chosen size, because a heat level may cost differently with it. */
  sizeId: string | null;
  /** True beside other option groups. */
  isSmall: boolean;
  value: string;
  onHeat: (heat: HeatLevel) => void;
}

export function HeatChoice(props: HeatChoiceProps) {
  const { heats, usual } = props;
  const first = preselectedHeat(heats);
  const start = first?.name.toLowerCase() ?? '';
  const isMilder = first !== null && first.level < DISH_HEATS.indexOf(usual);
  return (
    <div className="stack gap-8">
      <HeatLevels {...props} />
      {isMilder && (
        <p className="hint">
          {USUAL[usual]} {say`We start you at ${start}.`}
        </p>
      )}
    </div>
  );
}

function HeatLevels({ heats, sizeId, isSmall, value, onHeat }: HeatChoiceProps) {
  const offered = offeredHeats(heats, sizeId);
  const pickHeat = (id: string) => {
    const heat = offered.find((each) => each.id === id);
    if (heat) onHeat(heat);
  };
  const heatOptions = offered.map((heat) => ({
    value: heat.id,
    label: heat.name,
    chilies: <Chilies heat={DISH_HEATS[Math.min(heat.level, DISH_HEATS.length - 1)] ?? 'none'} />,
    hint: heatText(isSmall ? { ...heat, description: '' } : heat),
    disabled: heat.isUnavailable,
  }));
  if (isSmall) {
    return (
      <ChoiceTiles
        legend={<span className="text-md weight-650">{heats.name}</span>}
        value={value}
        onValue={pickHeat}
        options={heatOptions.map(({ label, chilies, ...option }) => ({
          ...option,
          label: (
            <span className="inline-row gap-6">
              {chilies}
              {label}
            </span>
          ),
        }))}
      />
    );
  }
  return (
    <RadioCards
      legend={heats.name}
      value={value}
      onValue={pickHeat}
      options={heatOptions.map(({ chilies, ...option }) => ({ ...option, end: chilies }))}
    />
  );
}
