import { type FoyerApi, FoyerChat, type FoyerEvents } from 'foyer-chat/preact';
import { useRef, useState } from 'preact/hooks';
import { ORDERS, type Order } from './orders';

interface OrderCardProps {
  order: Order;
  onAsk(question: string): void;
}

function OrderCard({ order, onAsk }: OrderCardProps) {
  return (
    <li class="card order">
      <div>
        <h2>{order.title}</h2>
        <p class="soft small">
          Order {order.number} · {order.placed}
        </p>
      </div>
      <p class="state" data-step={order.step}>
        {order.state}
      </p>
      <button type="button" onClick={() => onAsk(order.question)}>
        {order.question}
      </button>
    </li>
  );
}

type Spoken = FoyerEvents['message'];

export function App({ relay }: { relay: string }) {
  const chat = useRef<FoyerApi>(null);
  const [isWanted, setWanted] = useState(true);
  const [unread, setUnread] = useState(0);
  const [last, setLast] = useState<Spoken | null>(null);

  return (
    <>
      <header class="bar">
        <a class="brand" href="/examples/">
          Lumen &amp; Oak
        </a>
        <button type="button" disabled={!isWanted} onClick={() => chat.current?.toggle()}>
          Messages{unread > 0 && <b class="badge">{unread}</b>}
        </button>
      </header>
      <main class="page">
        <p class="eyebrow">Your account</p>
        <h1>Your orders</h1>
        <p class="lede">Three things are on their way to you, or were. Ask about any of them.</p>
        <ul class="orders">
          {ORDERS.map((order) => (
            <OrderCard key={order.number} order={order} onAsk={(question) => chat.current?.send(question)} />
          ))}
        </ul>
        {last && (
          <p class="card last">
            <b>{last.author === 'user' ? 'You' : 'Iris'}</b> <span class="soft">{last.text}</span>
          </p>
        )}
        <label class="switch">
          <input
            type="checkbox"
            checked={isWanted}
            onChange={(event) => setWanted(event.currentTarget.checked)}
          />
          Chat on this page
        </label>
      </main>
      {isWanted && (
        <FoyerChat
          relay={relay}
          accent="#2f5d4e"
          apiRef={chat}
          onMessage={setLast}
          onUnread={({ count }) => setUnread(count)}
        />
      )}
    </>
  );
}
