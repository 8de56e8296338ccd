import { categoryName } from '@tiffin/domain/menu';
import { DEMO_CATEGORIES, type DemoCategory } from './categories.ts';
import { recipeBook } from './recipes.ts';
import { demoSite } from './site.ts';

// One dish per paragraph: id | name. The next line is the description.
const DISHES = `
vegetable-samosas | Samosas aux légumes
  Deux chaussons croustillants aux pommes de terre, pois et cumin, avec chutney de tamarin.
onion-bhaji | Bhaji à l’oignon
  Oignon émincé en pâte de pois chiches à l’ajowan, dans une friture qui ne voit jamais de blé. Chutney menthe et coriandre.
paneer-tikka | Paneer tikka
  Paneer, poivrons et oignon marinés à la moutarde et au yogourt, saisis au tandour.
chicken-65 | Poulet 65
  Poulet au yogourt, feuilles de cari et piment rouge, enrobé de farine de riz. Frit à l’écart de tout blé.
chicken-tikka | Poulet tikka
  Haut de cuisse désossé au yogourt, gingembre et piment du Cachemire, tout juste sorti du tandour.
gobi-manchurian | Gobi manchurian
  Chou-fleur frit bien croustillant, enrobé d’une sauce à l’ail, au gingembre et au soja.
aloo-tikki-chaat | Aloo tikki chaat
  Galettes de pommes de terre sous des pois chiches chauds, yogourt sucré, tamarin, sev et brisures de blé croustillantes.
amritsari-haddock | Aiglefin d’Amritsar
  Aiglefin de la Nouvelle-Écosse en pâte de pois chiches épicée, ajowan et citron, dans une friture qui ne voit jamais de blé.
lamb-seekh-kebab | Kébab seekh d’agneau
  Agneau haché au piment vert, à la coriandre et au garam masala, grillé en brochette.
masala-dosa | Masala dosa
  Crêpe croustillante de riz et de lentilles, garnie de pommes de terre à la moutarde, avec sambar et chutney de coco.
plain-dosa | Dosa nature
  La même crêpe, sans garniture, à tremper dans le sambar et le chutney de coco.
idli-sambar | Idli sambar
  Trois gâteaux de riz et de lentilles à la vapeur, avec un bol de sambar et du chutney de coco.
medu-vada | Medu vada
  Deux beignets de lentilles au poivre et aux feuilles de cari, frits à l’écart du blé, avec sambar et chutney de coco.
poori-bhaji | Poori bhaji
  Pain de blé entier soufflé, avec pommes de terre au curcuma et aux feuilles de cari.
aloo-paratha | Aloo paratha
  Pain poêlé farci de pommes de terre épicées, avec yogourt, beurre et marinade en accompagnement.
chole-bhature | Chole bhature
  Pois chiches mijotés et deux grands pains soufflés, levés au yogourt.
kanda-poha | Kanda poha
  Flocons de riz à l’oignon, au curcuma et aux arachides grillées, avec un trait de lime.
palak-paneer | Palak paneer
  Paneer aux épinards, à l’ail et au gingembre, avec un peu de crème.
chana-masala | Chana masala
  Pois chiches mijotés à la tomate, à la cardamome noire et à la mangue séchée.
dal-makhani | Dal makhani
  Lentilles noires et haricots rouges, cuits toute la nuit avec beurre et tomate.
dal-tadka | Dal tadka
  Lentilles jaunes relevées de cumin, de graines de moutarde et d’ail grésillants.
paneer-butter-masala | Paneer au beurre masala
  Paneer en sauce de tomate, de beurre et de noix de cajou, au fenugrec séché.
shahi-malai-kofta | Shahi malai kofta
  Boulettes de paneer et de pommes de terre aux raisins dorés, dans une crème de safran et de noix de cajou.
aloo-gobi | Aloo gobi
  Pommes de terre et chou-fleur au curcuma, au gingembre et à la coriandre fraîche.
baingan-bharta | Baingan bharta
  Aubergine fumée à la flamme, écrasée avec tomate, oignon et piment vert.
bhindi-masala | Bhindi masala
  Gombos à l’oignon, à la tomate et à la poudre de mangue, juste croquants.
vegetable-korma | Korma aux légumes
  Légumes de saison dans une sauce douce aux noix de cajou, au yogourt et à la cardamome.
kadai-mushroom | Kadai aux champignons
  Champignons et poivrons aux graines de coriandre concassées, avec beaucoup de piment rouge.
butter-chicken | Poulet au beurre
  Poulet du tandour en sauce de tomate, de beurre et de fenugrec.
chicken-tikka-masala | Poulet tikka masala
  Poulet tikka grillé dans une sauce d’oignon et de tomate finie à la crème.
chicken-korma | Korma au poulet
  Poulet dans une sauce douce aux noix de cajou et au yogourt, à la cardamome et à l’eau de rose.
chicken-vindaloo | Vindaloo au poulet
  Poulet de Goa au vinaigre de vin et à l’ail, avec une bonne dose de piment rouge.
kadai-chicken | Kadai au poulet
  Poulet et poivrons dans un masala épais de tomate, aux graines de coriandre concassées.
chettinad-chicken | Poulet chettinad
  Poivre noir, anis étoilé et noix de coco grillée, comme au Tamil Nadu.
lamb-rogan-josh | Rogan josh d’agneau
  Épaule d’agneau au piment du Cachemire, yogourt, fenouil et gingembre séché.
lamb-saag | Saag d’agneau
  Agneau tendre aux épinards, à l’ail et au fenugrec, avec une cuillerée de crème.
goat-curry | Cari de chèvre
  Chèvre avec os, cuite lentement avec oignon, tomate et épices entières.
goan-fish-curry | Cari de poisson de Goa
  Aiglefin dans une sauce de coco, de tamarin et de piment du Cachemire.
prawn-moilee | Moilee de crevettes
  Crevettes au lait de coco, au curcuma, aux feuilles de cari et aux graines de moutarde.
vegetable-thali | Thali végétarien
  Deux caris de légumes, dal, raïta, papadum et riz basmati sur un seul plateau.
chicken-biryani | Biryani au poulet
  Basmati en étages avec poulet, safran, menthe et oignon frit, avec raïta.
vegetable-biryani | Biryani aux légumes
  Basmati en étages avec légumes du jardin, safran et menthe, avec raïta.
lamb-biryani | Biryani à l’agneau
  Agneau cuit lentement, scellé sous un riz au safran et à l’oignon frit, servi avec raïta.
butter-chicken-rice-bowl | Bol de riz au poulet au beurre
  Poulet au beurre sur riz basmati, avec salade de concombre. Le dîner dans un bol.
rajma-chawal | Rajma chawal
  Haricots rouges en sauce de gingembre et de tomate, sur basmati vapeur.
chana-masala-rice-bowl | Bol de riz au chana masala
  Pois chiches à la tomate et à la cardamome noire sur basmati, avec oignon mariné.
jeera-rice | Riz jeera
  Riz basmati sauté au cumin dans un peu de ghee.
steamed-basmati-rice | Riz basmati vapeur
  Basmati à grain long, cuit nature à la vapeur pour accompagner un cari.
butter-chicken-and-naan | Poulet au beurre et naan
  Poulet au beurre avec deux naans au beurre du tandour.
dal-and-garlic-naan | Dal et naan à l’ail
  Dal jaune relevé d’ail et de cumin, avec deux naans à l’ail.
palak-paneer-and-roti | Palak paneer et roti
  Palak paneer avec deux rotis de blé entier.
chana-and-roti | Chana et roti
  Chana masala avec deux rotis de blé entier, sans beurre ni dans l’un ni dans l’autre.
lamb-kathi-roll | Roulé kathi à l’agneau
  Agneau saisi, œuf et oignon mariné, roulés dans un paratha feuilleté.
paneer-kathi-roll | Roulé kathi au paneer
  Paneer du tandour, poivrons et chutney de menthe, roulés dans un paratha feuilleté.
butter-naan | Naan au beurre
  Pain levé moelleux du tandour, badigeonné de beurre.
garlic-naan | Naan à l’ail
  Naan à l’ail haché et à la coriandre, pressés dans la pâte avant la cuisson.
tandoori-roti | Roti tandouri
  Galette de blé entier cuite sur la paroi du tandour, sans beurre.
mango-lassi | Lassi à la mangue
  Yogourt, mangue Alphonso et une pincée de cardamome.
salted-lassi | Lassi salé
  Yogourt allongé d’eau glacée, cumin grillé et sel.
masala-chai | Chai masala
  Thé noir infusé au lait, au gingembre et à la cardamome.
south-indian-filter-coffee | Café filtre de l’Inde du Sud
  Torréfaction foncée, filtrée lentement et versée mousseuse avec du lait chaud.
fresh-lime-soda | Soda à la lime fraîche
  Lime, soda et sel noir. Sucré, salé ou les deux.
jaljeera | Jaljeera
  Cumin, menthe et tamarin sur glace, assez vif pour ouvrir l’appétit.
rose-milk | Lait à la rose
  Lait froid au sirop de rose et aux graines de basilic trempées.
nimbu-pani | Nimbu pani
  Limonade plate au cumin grillé et à la menthe, avec un peu de sucre.
badam-milk | Lait badam
  Lait aux amandes moulues, au safran et à la cardamome, servi froid.
`;

const CATEGORIES: Readonly<Record<DemoCategory, string>> = {
  appetizers: 'Entrées',
  breakfast: 'Déjeuner',
  'veg-curries': 'Caris végétariens',
  'non-veg-curries': 'Caris de viande et de poisson',
  'combos-with-rice': 'Combos avec riz',
  'combos-with-bread': 'Combos avec pain',
  drinks: 'Boissons',
};

/** Option groups and options by their English names. */
const CHOICES: Readonly<Record<string, string>> = {
  Size: 'Format',
  Regular: 'Ordinaire',
  Large: 'Grand',
  Chutneys: 'Chutneys',
  'Mint and coriander': 'Menthe et coriandre',
  Tamarind: 'Tamarin',
  Coconut: 'Noix de coco',
  Mango: 'Mangue',
  Bread: 'Pain',
  'Butter naan': 'Naan au beurre',
  'Garlic naan': 'Naan à l’ail',
  'Whole-wheat roti': 'Roti de blé entier',
  Extras: 'Suppléments',
  'Extra paneer': 'Paneer en plus',
  Cashews: 'Noix de cajou',
  'Boiled egg': 'Œuf dur',
  'On top': 'Garniture',
  Onion: 'Oignon',
  'Fresh coriander': 'Coriandre fraîche',
};

const RESTAURANT = {
  tagline: 'Cuisine indienne à Truro Heights et à New Glasgow',
  cuisine: 'indienne',
  headline: 'Des caris qui prennent leur\u00a0temps.\nCommander, *ça va\u00a0vite.*',
} as const;

const lines = DISHES.trim().split('\n');
const inFrench = new Map(
  lines.flatMap((line, index) => {
    const [id = '', name = ''] = line.split('|').map((cell) => cell.trim());
    return index % 2 === 0 ? [[id, { name, description: (lines[index + 1] ?? '').trim() }] as const] : [];
  }),
);

/** French translations of the demo menus and of the restaurant's texts, by the English text. */
export const demoFrench: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CHOICES),
  ...DEMO_CATEGORIES.map((id) => [categoryName(id), CATEGORIES[id]] as const),
  ...(['tagline', 'cuisine', 'headline'] as const).map((field) => [demoSite[field], RESTAURANT[field]] as const),
  ...Object.values(recipeBook)
    .flat()
    .flatMap(({ id, name, description }) => {
      const french = inFrench.get(id);
      return french ? [[name, french.name] as const, [description, french.description] as const] : [];
    }),
]);
