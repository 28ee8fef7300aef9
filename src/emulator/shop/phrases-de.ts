import type { OrderState } from './orders.ts';
import type { PHRASES_EN } from './phrases-en.ts';

const STATES: Record<OrderState, string> = {
  'on-its-way':
    'ist **unterwegs**. Sie hat unsere Werkstatt gestern verlassen und kommt innerhalb von zwei Werktagen an. Der Link zur Sendungsverfolgung steht in Ihrer E-Mail.',
  'in-workshop':
    'ist **noch in der Werkstatt**. Sie geht innerhalb von drei Werktagen auf den Weg; dann erhalten Sie eine E-Mail mit dem Link zur Sendungsverfolgung.',
  delivered:
    'wurde vor zwei Tagen **zugestellt**. Wenn Sie sie nicht finden, fragen Sie bitte zuerst bei den Nachbarn; danach suchen wir gemeinsam.',
  'to-collect': 'liegt **zur Abholung bereit**, in der Lantern Street 14. Wir bewahren sie sieben Tage auf.',
  refunded: 'ist **wieder bei uns**, und die Erstattung läuft. Sie dauert bis zu fünf Werktage.',
};

export const PHRASES_DE: typeof PHRASES_EN = {
  greeting:
    'Guten Tag, ich bin **Iris** von Lumen & Oak. Fragen Sie mich nach einer Bestellung, nach Lampen und Möbeln, Lieferung oder Rückgabe. Wie kann ich helfen?',
  unknown:
    'Ich bin nicht sicher, ob ich das verstanden habe. Ich kann eine Bestellung nachsehen, Lampen und Möbel zeigen, Lieferung und Rückgabe erklären oder einen Menschen holen.',
  goodbye: 'Auf Wiedersehen, und danke für Ihren Besuch!',
  suggest: 'Das werde ich oft gefragt:',
  card: 'Zwei Lieblinge dieser Saison:',
  cards: [
    { title: 'Tischlampe „Halo“, 89 €', action: 'Zur Lampe' },
    { title: 'Hocker „Nub“, massive Eiche, 129 €', action: 'Zum Hocker' },
  ],
  image: 'So sieht die Vase bei Tageslicht aus:',
  imageTitle: 'Vase „Reed“, Steinzeug',
  call: 'Sie erreichen uns telefonisch an Werktagen von 9:30 bis 18:30 Uhr.',
  callTitle: 'Lumen & Oak anrufen',
  slow: 'Danke für Ihre Geduld. Das hat länger gedauert als sonst.',
  handoffFailed:
    'Es tut mir leid, im Moment ist niemand aus meinem Team frei. Ich bin weiter für Sie da; versuchen Sie es gern später noch einmal.',
  handoffTimeout:
    'Es tut mir leid, es hat sich niemand rechtzeitig gemeldet. Ich bin weiter für Sie da; versuchen wir es gemeinsam?',
  handedBack: 'Ich bin wieder für Sie da. Kann ich noch etwas tun?',
  elsewhere:
    'Fragen zu Bestellungen beantwortet unser Bestellservice. Den Weg dorthin finden Sie hier im Chat.',
  queue: 'Kundenservice',
  next: 'Sie sind als Nächstes an der Reihe.',
  liveHello: 'Hallo, hier ist Noor. Ich habe gelesen, was Sie geschrieben haben. Wie kann ich helfen?',
  liveHere: 'Ich bin schon da. Was kann ich für Sie tun?',
  liveUnknown: 'Ich sehe mir das an. Können Sie mir noch etwas mehr dazu sagen?',
  liveGoodbye: 'Danke für das Gespräch. Auf Wiedersehen!',
  talkToPerson: 'Mit einem Menschen sprechen',
  bot: 'Ich bin ein Bot: **Iris**, die automatische Assistentin von Lumen & Oak. Ich kenne das Geschäft, seine Bestellungen und Produkte. Wenn Sie lieber mit einem Menschen sprechen, hole ich jemanden.',
  liveBot:
    'In dieser Demo spiele ich eine Kollegin nur: Auch meine Antworten sind vorgegeben. Ein echter Mensch kann vom Serviceplatz aus antworten.',
  staying: 'Gut, ich bleibe bei Ihnen. Was kann ich tun?',
  onTheWay: 'Jemand aus meinem Team ist schon auf dem Weg zu Ihnen.',
  stillComing: 'Jemand aus meinem Team ist weiter auf dem Weg zu Ihnen.',
  noted: 'Danke, das wird gelesen. Jemand aus meinem Team ist weiter auf dem Weg zu Ihnen.',
  switched: 'Gern, ab jetzt antworte ich auf Deutsch.',
  price: (amount: number) => `${amount} €`,
  product: (name: string, price: string) => `**${name}** kostet ${price}.`,
  products: 'Das haben wir:',
  favourites: 'Wir fertigen Lampen, Möbel aus Eiche, Textilien und Dinge für den Tisch. Drei Lieblinge:',
  seeProduct: 'Im Shop ansehen',
  askOrderNumber:
    'Gern. Wie lautet Ihre Bestellnummer? Sie hat vier Ziffern, zum Beispiel **4711**, und steht in der E-Mail mit dem Link zur Sendungsverfolgung.',
  askReplacementNumber:
    'Natürlich, wir schicken Ihnen kostenlos Ersatz. Wie lautet Ihre Bestellnummer? Sie hat vier Ziffern, zum Beispiel **4711**.',
  noOrderNumber:
    'Kein Problem. Die Nummer steht in der E-Mail *Danke für Ihre Bestellung*. Ohne sie findet jemand aus meinem Team die Bestellung über Ihren Namen.',
  unknownOrder: (number: string) =>
    `Es tut mir leid, eine Bestellung **${number}** finde ich nicht. Unsere Bestellnummern haben vier Ziffern, zum Beispiel **4711**, und stehen in der E-Mail *Danke für Ihre Bestellung*. Möchten Sie es noch einmal versuchen, oder soll ich einen Menschen holen?`,
  orderItem: (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`),
  order: (number: string, items: string, state: OrderState) =>
    `Ihre Bestellung **${number}** (${items}) ${STATES[state]}`,
  replaced: (number: string, items: string) =>
    `Danke. Der Ersatz für die Bestellung **${number}** (${items}) verlässt morgen unsere Werkstatt. Sie müssen nichts zurückschicken.`,
  damaged: (name: string) => `Es tut mir sehr leid, dass dieser Artikel beschädigt ist (${name}).`,
  damagedItem: 'Es tut mir sehr leid, dass der Artikel beschädigt ist.',
  damagedNext:
    'Sie entscheiden, wie es weitergeht: Wir schicken Ihnen kostenlos **Ersatz**, oder Sie senden den Artikel zurück und bekommen Ihr **Geld zurück**, innerhalb von fünf Werktagen. Ein Foto genügt als Nachweis.',
  wantReplacement: 'Bitte schicken Sie Ersatz',
  wantMoney: 'Ich möchte mein Geld zurück',
};
