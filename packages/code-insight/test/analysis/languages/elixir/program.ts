/** A small program in Elixir. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'cart.ex': `defmodule Till.Cart do
  @moduledoc "Sells."
  use GenServer
  alias Till.{Item, Store}
  alias Till.Util, as: Tools
  import Till.Helpers

  @limit 3

  defstruct items: []

  @doc "Adds an item."
  @spec add(t, Item.t()) :: t
  def add(cart, %Item{} = item) do
    Store.put(item.name)
    item |> Tools.pad() |> check()
    Enum.map([1], &scale/1)
    run = fn n -> check(n) end
    run.(@limit)
    %__MODULE__{cart | items: [item]}
  end

  def add(cart, nil) when is_map(cart), do: total(cart)

  def total(%{items: items}), do: Enum.sum(items)

  defp check(item) do
    case item do
      nil -> raise "none"
      _ -> report(item)
    end
  end

  defmacro sell(x) do
    quote do: Till.Cart.total(unquote(x))
  end
end

defprotocol Till.Total do
  def total(x)
end
`,
  'store.ex': `defmodule Till.Store do
  def put(key), do: save(key)
  defp save(_key), do: :ok
end

defmodule Till.Item do
  defstruct [:name]
end

defmodule Till.Util do
  def pad(item), do: item
end

defmodule Till.Helpers do
  def report(item), do: IO.inspect(item)
  def scale(n), do: n * 2
end
`,
}
