import { DISH_HEATS, type HeatLevel } from '@tiffin/domain/menu';
import { offeredHeats, type OptionGroup } from '@tiffin/domain/options';
import { Chilies } from '../../shared/dish/dish-marks.tsx';
import { heatText } from '../../shared/dish/option-words.ts';
import { ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';

interface HeatChoiceProps {
  heats: OptionGroup;
  /** The chosen size, because a heat level may cost differently with it. */
  sizeId: string | null;
  /** True beside other option groups. */
  isSmall: boolean;
  value: string;
  onHeat: (heat: HeatLevel) => void;
}

/** The choice of a heat level, with a description or price each. */
export function HeatChoice({ heats, sizeId, isSmall, value, onHeat }: HeatChoiceProps) {
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
