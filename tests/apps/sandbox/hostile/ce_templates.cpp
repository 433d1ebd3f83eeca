// Twice as many types at each step.
template <int N, class A>
struct Bomb {
    using Left = typename Bomb<N - 1, Bomb<N, A>>::Right;
    using Right = typename Bomb<N - 1, Bomb<N, int (*)(A)>>::Left;
};
template <class A>
struct Bomb<0, A> {
    using Left = A;
    using Right = A *;
};
int main() {
    return sizeof(Bomb<200, int>::Left) + sizeof(Bomb<201, int>::Right);
}
