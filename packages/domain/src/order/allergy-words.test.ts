import { expect, test } from 'vitest';
import { mentionsAllergy } from './allergy-words.ts';

const HITS = `
ALLERGIC to nuts
intolerant to lactose
coeliac
celiac
celiac, careful
anaphylaxis
no dairy
No dairy please
no milk
no lactose
no nut
no nuts
no peanut
no peanuts
no gluten
no egg please
no eggs
no shellfish
no sesame
nut free
Nut-free please
gluten-free please
Gluten free if possible
I cannot eat peanuts
I can't eat peanuts
I can’t have dairy
My son cannot have any milk
She can not eat eggs
we don't eat shellfish
He doesn't eat fish
without nuts
Without any nuts, thanks
w/o nuts
dairy free
dairy-free, thank you
nut- and dairy-free
peanut/tree nut free
milk, egg and soy free
Please no onions or nuts
no onions, nuts or milk
Severe peanut allergy!!
My daughter has a nut allergy
Allergic to shrimp and crab
I'm allergic
He carries an EpiPen
epi pen in my bag
Anaphylactic to cashews
Please avoid cashews
avoid all nuts please
Please leave out the peanuts
hold the milk
skip the peanut sauce
Please exclude sesame
free of nuts
Must be free from gluten
No traces of nuts
may contain nuts?
Does it contain gluten?
Does this contain any dairy
are there any nuts in this
no walnuts
no pecans or almonds
no hazelnut please
no soy sauce
no soya
no wheat
no fish sauce
no mustard
no prawns
no crab
zero dairy
lactose intolerant guest
Guest with coeliac disease
reacts badly to eggs
bad reaction to sesame
sensitive to sulphites
Gluten sensitivity
dairy makes me ill
peanuts kill me
watch for cross contamination
Careful with cross-contact
GF please
GF bun
do not use peanut oil
Don't put nuts on it
don't add any milk
please remove nuts
Not allergic to fish but allergic to nuts
No allergies except peanuts
never eat nuts
unable to eat gluten
not supposed to have dairy
Keep away from nuts
No   PEANUTS
no tree nuts
no groundnuts
no lupin
no celery
nothing with nuts
minus the cashews
Nut allergy, please: no cashews
intolérance au gluten
Intolérance au lactose
Allergie aux arachides
allergique aux noix
Allergique au lait, merci
coeliaque
cœliaque
maladie cœliaque
sans produits laitiers
sans produit laitier
sans lait
sans lactose
sans noix
sans arachide
sans arachides
sans cacahuète
sans cacahuetes
sans gluten
sans oeuf
sans œufs
Sans œufs, merci
sans fruits de mer
sans fruit de mer
sans crustacé
sans crustaces
sans sésame
sans sesame svp
pas de noix
pas d'arachides
Pas d’œufs s'il vous plaît
pas de lait ni de fromage
Je ne peux pas manger de noix
je ne mange pas de gluten
mon fils ne supporte pas le lactose
éviter les noix
évitez les arachides svp
aucune noix
sans aucune trace d'arachides
traces de noix interdites
contient des noix ?
Contient-il du lait ?
sans soja
sans moutarde
sans poisson
sans crevettes
sans noix de cajou
ma fille a une allergie
choc anaphylactique
sensible au gluten
remplacer le lait
retirez les noix
`;

const MISSES = `
no onions please
nuts on the side are lovely
not allergic to anything
no nutmeg
casino nuts
no eggplant
no milkshake
sans laitue
sans noixé
dessans lait
extra nuts
no noise
Extra mint chutney
No onions
Sans oignons
No allergies
No known allergies
no food allergies
nobody is allergic
We have no allergies
none allergic
Ring twice
Leave at the door
Please add extra cashews
lots of milk please
Milk on the side
with eggs please
Extra fish sauce
We love peanuts
more sesame please
no coriander
no cilantro please
not too spicy
no chilli
without tomatoes
no mushrooms
no coconut
no butternut squash
no doughnuts
no rush
no plastic cutlery
no sugar
sugar free
sugar-free cola
caffeine free
fat free dressing
feel free to call
free delivery?
no ice
can't wait
I cannot find the door
I can't eat that much
don't ring the bell
do not call
please hurry
gate code 1234
Happy birthday!
my gf will pick it up
Extra gravy please
no onions please, extra nuts
no onions, but nuts are fine
no salt
well done
medium rare, no pepper
make it vegan
vegetarian
halal please
table by the window
no peas
no crabapple
no soybeanless
extra napkins
No straws
cut in half
no parsley, please add egg
free range eggs please
no chewing gum
pas d'oignons
sans piment
sans coriandre
pas trop épicé
aucune allergie
Aucune allergie connue
pas d'allergies
Pas allergique
sans allergie
sans sucre
sans glaçons
sans lait de coco
sans noix de coco
avec du lait
avec des noix svp
beaucoup de noix
extra noix
double crème
pas de coriandre
sans couverts
laissez à la porte
bonne fête
merci beaucoup
bien cuit
poisson bien cuit
lait à part
on aime les noix
`;

const sentences = (list: string) => list.trim().split('\n');

test.each(sentences(HITS))('“%s” mentions an allergy', (text) => {
  expect(mentionsAllergy(text)).toBe(true);
});

test.each(sentences(MISSES))('“%s” mentions no allergy', (text) => {
  expect(mentionsAllergy(text)).toBe(false);
});

test('the table has 200 different sentences or more', () => {
  expect(new Set([...sentences(HITS), ...sentences(MISSES)]).size).toBeGreaterThanOrEqual(200);
});

test('a long text without an allergy is searched quickly', () => {
  const started = performance.now();
  mentionsAllergy('no , '.repeat(2_000));
  mentionsAllergy(`no ${'a'.repeat(10_000)} ${'milk '.repeat(2_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
