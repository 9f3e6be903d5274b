"""Checks the polynomial identities of docs/proofs.md with SymPy.

An element is written as its logarithm, a linear form in the logarithms of B (1), H and the
G_j, which are symbols of their own: an equation of elements that holds for all of them is
an identity of polynomials. Each check has a control: the same with something left out must
fail. Prints one line for each step of the page; exits with 1 if one does not hold.
"""

import itertools
import sys

from sympy import Matrix, Poly, expand, groebner, prod, reduced, symbols

failed = []


def check(step, what, holds):
    print(("ok     " if holds else "FAILED ") + step + ": " + what)
    if not holds:
        failed.append(step)


def zero(e):
    return expand(e) == 0


def names(letter, n, start=0):
    return list(symbols([f"{letter}{i}" for i in range(start, start + n)]))


def layout():
    """N = 3 pieces, T = 3 types; every piece may be of each, type 2 is implied."""
    N, T = 3, 3
    h, xi, delta, eta, gamma, c = symbols("h xi delta eta gamma c")
    x, g, s, beta, k, t = names("x", T), names("g", T), names("s", T - 1), names("b", T - 1), names("k", N), names("t", N)
    a, b, r = names("a", N), names("bb", N), [0] + names("r", N - 1, 1) + [0]
    tau, kappa = symbols("tau kappa")
    y = [[*names(f"y{p}_", T - 1)] for p in range(N)]
    for row in y:
        row.append(1 - sum(row))
    alpha = names("alpha", T - 1)
    alpha.append(-sum(alpha))

    v = [sum(x[j] * y[p][j] for j in range(T)) for p in range(N)]
    pi = [1]
    for p in range(N):
        pi.append(pi[-1] * (xi - v[p]))
    C = [pi[p] + r[p] * h for p in range(N + 1)]
    U = s
    V = [[y[p][j] + s[j] * k[p] for j in range(T - 1)] for p in range(N)]
    P = [sum(y[p][j] * g[j] for j in range(T)) + t[p] * h for p in range(N)]
    weight = lambda p, j: gamma ** (p + 1) * x[j] + gamma ** (N + 1) * eta ** (j + 1) * delta ** (p + 1)
    e = lambda p, j: weight(p, j) - weight(p, T - 1)

    z = [a[p] + c * v[p] for p in range(N)]
    hh = [b[p] + c * (r[p + 1] - (xi - v[p]) * r[p]) for p in range(N)]
    Q = [sum(delta ** (p + 1) * y[p][j] for p in range(N)) for j in range(T)]
    Z = [alpha[j] + c * Q[j] for j in range(T - 1)]
    Z.append(c * sum(delta ** (p + 1) for p in range(N)) - sum(Z))
    w = [beta[j] + c * s[j] for j in range(T - 1)]
    zt = tau + c * sum(delta ** (p + 1) * t[p] for p in range(N))
    zk = kappa + c * sum(delta ** (p + 1) * k[p] for p in range(N))

    check("2.1", "the verifier finds the first messages R",
          all(zero(z[p] * C[p] - hh[p] * h - c * (xi * C[p] - C[p + 1]) - (a[p] * C[p] - b[p] * h)) for p in range(N)))
    check("2.1", "and those of U, K and A",
          all(zero(w[j] - c * U[j] - beta[j]) for j in range(T - 1))
          and zero(zk - c * sum(delta ** (p + 1) * k[p] for p in range(N)) - kappa)
          and zero(sum(Z[j] * g[j] for j in range(T)) + zt * h - c * sum(delta ** (p + 1) * P[p] for p in range(N))
                   - sum(alpha[j] * g[j] for j in range(T)) - tau * h))
    first = (sum(gamma ** (p + 1) * a[p] for p in range(N)) + gamma ** (N + 1) * sum(eta ** (j + 1) * alpha[j] for j in range(T))
             + sum(sum(beta[j] * e(p, j) for j in range(T - 1)) * k[p] for p in range(N)))
    found = (sum(gamma ** (p + 1) * z[p] for p in range(N)) + gamma ** (N + 1) * sum(eta ** (j + 1) * Z[j] for j in range(T))
             - c * sum(weight(p, T - 1) for p in range(N))
             + sum(sum(w[j] * e(p, j) for j in range(T - 1)) * k[p] for p in range(N))
             - c * sum(e(p, j) * V[p][j] for p in range(N) for j in range(T - 1)))
    check("2.1", "and T", zero(found - first))
    check("2.1", "control: not without the weights of the implied column",
          not zero(found + c * sum(weight(p, T - 1) for p in range(N)) - first))

    # Step 2.3: with any v', Q' and ρ', not those of the rows.
    vv, QQ = names("vv", N), names("QQ", T - 1)
    QQ.append(sum(delta ** (p + 1) for p in range(N)) - sum(QQ))
    difference = (sum(gamma ** (p + 1) * vv[p] for p in range(N)) + gamma ** (N + 1) * sum(eta ** (j + 1) * QQ[j] for j in range(T))
                  - sum(weight(p, T - 1) for p in range(N))
                  + sum(sum(s[j] * e(p, j) for j in range(T - 1)) * k[p] for p in range(N))
                  - sum(e(p, j) * V[p][j] for p in range(N) for j in range(T - 1)))
    check("2.3", "what two challenges c leave of T is the polynomial in γ",
          zero(difference - sum(gamma ** (p + 1) * (vv[p] - v[p]) for p in range(N))
               - gamma ** (N + 1) * sum(eta ** (j + 1) * (QQ[j] - Q[j]) for j in range(T))))
    rho = names("rho", N)
    chain = 1
    ofH = 0
    for p in range(N):  # C[p] = (ξ - v'[p]) C[p-1] + ρ'[p] H
        chain, ofH = (xi - vv[p]) * chain, (xi - vv[p]) * ofH + rho[p]
    last = 1
    for p in range(N):
        last = (xi - vv[p]) * last + rho[p] * h
    check("2.2", "the steps multiply to the product of the ξ - v', and a multiple of H",
          zero(last - prod(xi - q for q in vv) - ofH * h))
    check("2.2", "control: not another multiple of H", not zero(last - prod(xi - q for q in vv) - (ofH + rho[0]) * h))

    d = [[symbols(f"d{p}_{j}") for j in range(T)] for p in range(N)]
    tie = Poly(expand(sum(eta ** (j + 1) * delta ** (p + 1) * d[p][j] for p in range(N) for j in range(T))), delta, eta)
    check("2.4", "the polynomial of the tie has a coefficient of its own for each entry of P",
          sorted(map(str, tie.coeffs())) == sorted(str(d[p][j]) for p in range(N) for j in range(T)))
    pooled = Poly(expand(tie.as_expr().subs(eta, 1)), delta)
    check("2.4", "control: not without η", len(pooled.coeffs()) < N * T)


def legal():
    """The product of the ξ - v is that of the ξ - x as a polynomial only for legal rows."""
    for counts in [(1, 1), (2, 1), (1, 1, 1)]:
        T, N = len(counts), sum(counts)
        xi, x = symbols("xi"), names("x", T)
        y = [names(f"y{p}_", T) for p in range(N)]
        unknown = [q for row in y for q in row]
        left = prod(xi - sum(x[j] * y[p][j] for j in range(T)) for p in range(N))
        right = prod((xi - x[j]) ** counts[j] for j in range(T))
        basis = groebner(Poly(expand(left - right), xi, *x).coeffs(), *unknown, order="grevlex")
        # A type that occurs twice makes the ideal other than radical: some power is inside.
        inside = lambda q: any(reduced(expand(q ** n), basis.exprs, *unknown, order="grevlex")[1] == 0 for n in (1, 2, 3))
        check("1", f"counts {counts}: every y is a bit, rows and counts are right",
              all(inside(q ** 2 - q) for q in unknown)
              and all(inside(sum(row) - 1) for row in y)
              and all(inside(sum(y[p][j] for p in range(N)) - counts[j]) for j in range(T)))
        if counts == (1, 1):
            check("1", "control: and nothing more follows", not any(inside(q) or inside(q - 1) for q in unknown))


def linear():
    """What the witnesses of the proofs of a linear map say."""
    m, mu, s0, s1, X0, X1, nu0, nu1 = symbols("m mu s0 s1 X0 X1 nu0 nu1")
    W = m + s0 * X0 + s1 * X1
    check("5.2", "None: W is the sum of the s X only if m = 0", zero(W - s0 * X0 - s1 * X1 - m))
    check("5.2", "control: not of other s", not zero(W - s1 * X0 - s0 * X1 - m))
    check("5.3", "Some: the last equation says μm = 1 if ν = μs",
          zero((mu * W - nu0 * X0 - nu1 * X1).subs({nu0: mu * s0, nu1: mu * s1}) - mu * m))
    check("5.3", "control: not for any ν", not zero(mu * W - nu0 * X0 - nu1 * X1 - mu * m))

    n, types = 3, 4  # the clash: n movers against a row of four columns, the last of them implied
    k, r = symbols("k r")
    s, F = names("s", types - 1), [[symbols(f"f{i}{j}") for j in range(types)] for i in range(n)]
    for mover, d in itertools.product(range(n), range(types)):
        x = [int(i == mover) for i in range(n)]
        one = [int(j == d) for j in range(types)]
        U = s + [-sum(s)]
        V = [one[j] + s[j] * k for j in range(types - 1)]
        V.append(1 - sum(V))
        cu = sum(x[i] * F[i][j] * U[j] for i in range(n) for j in range(types)) + r
        cv = sum(x[i] * F[i][j] * V[j] for i in range(n) for j in range(types)) + r * k
        if not zero(cv - k * cu - F[mover][d]):
            check("5.4", f"C holds F({mover},{d})", False)
    check("5.4", "C holds F(a,d) for every a and d", "5.4" not in failed)
    check("5.4", "control: not without the implied column", not zero(cv - k * cu - F[mover][0]))


def onehot():
    """Rows of package onehot, three sent columns."""
    n = 3
    x, y, bases = names("x", n), names("y", n), names("X", n)
    s, v, u = symbols("s v u")
    V = [y[j] + s * bases[j] for j in range(n)]
    A, D = sum(x[j] * V[j] for j in range(n)), sum(x[j] ** 2 * V[j] for j in range(n))
    P, Q = sum(x[j] * bases[j] for j in range(n)), sum(x[j] ** 2 * bases[j] for j in range(n))
    value, squares = sum(x[j] * y[j] for j in range(n)), sum(x[j] ** 2 * y[j] for j in range(n))
    check("6", "the last equation says that the square is the sum of the squares",
          zero((v * A + s * Q - u * P - D).subs({u: s * v}).subs({v: value}) - (value ** 2 - squares)))
    check("6", "control: not if u may be anything",
          not zero((v * A + s * Q - u * P - D).subs({v: value}) - (value ** 2 - squares)))
    found = Poly(expand(value ** 2 - squares), *x).coeffs()
    wanted = [y[j] ** 2 - y[j] for j in range(n)] + [2 * y[i] * y[j] for i in range(n) for j in range(i + 1, n)]
    check("6", "its coefficients: bits, of which no two are 1",
          sorted(str(expand(q)) for q in found) == sorted(str(expand(q)) for q in wanted))


def deck():
    """The shuffle of section 22, three cards."""
    m = 3
    lam, xi, e = symbols("lambda xi e")
    g, t = names("g", m), names("t", m)
    perm = [2, 0, 1]
    d = [lam * (perm[i] + 1) + t[perm[i]] - xi for i in range(m)]
    target = prod(lam * (i + 1) + t[i] - xi for i in range(m))
    p = [prod(d[:i + 1]) for i in range(m)]
    h = [g[0]] + names("h", m - 2, 1) + [0]
    a = [g[i] + e * d[i] for i in range(m)]
    w = [None] + [e * (h[i] - d[i] * h[i - 1] - p[i - 1] * g[i]) - h[i - 1] * g[i] for i in range(1, m)]
    q = a[0]
    for i in range(1, m):
        q = q * a[i] + e ** i / e * w[i]
    check("7", "a true shuffle passes (P)", zero(expand(q) - e ** m * target))
    check("7", "control: not another product", not zero(expand(q) - e ** m * target.subs(t[0], t[1])))
    dd, ww = names("dd", m), [[symbols(f"w{i}_{n}") for n in range(2)] for i in range(m)]
    q = g[0] + e * dd[0]
    for i in range(1, m):
        q = expand(q * (g[i] + e * dd[i]) + e ** (i - 1) * (e * ww[i][1] + ww[i][0]))
    check("7", "whatever the w are, e^m has the product of the d for its coefficient",
          zero(Poly(q, e).coeff_monomial(e ** m) - prod(dd)))
    # With d_i = λ a_i + b_i - ξ, equal products force the pairs (a_i, b_i) to be the (i+1, t_i).
    al, be = names("al", 2), names("be", 2)
    left = prod(lam * al[i] + be[i] - xi for i in range(2))
    right = prod(lam * (i + 1) + t[i] - xi for i in range(2))
    basis = groebner(Poly(expand(left - right), lam, xi).coeffs(), *al, *be, order="grevlex", domain="QQ(t0,t1)")
    inside = lambda f: reduced(f, basis.exprs, *al, *be, order="grevlex", domain="QQ(t0,t1)")[1] == 0
    check("7", "equal products are of the same cards",
          all(inside((al[i] - 1) * (al[i] - 2)) and inside(be[i] - (t[0] + (al[i] - 1) * (t[1] - t[0]))) for i in range(2)))


def bounds():
    """Numbers in their bounds: two digits of one number, and of a list of two."""
    n = 2
    c, h, y, s, r = symbols("c h y s r")
    b, a, g, w = names("b", n), names("a", n), names("R", n), names("w", n)
    t, alpha, beta, gamma = symbols("t alpha beta gamma")
    com = lambda x, rho: sum(x[i] * g[i] for i in range(n)) + rho * h
    C, D = com(b, t), com(a, alpha)
    E = com([a[i] * (1 - 2 * b[i]) for i in range(n)], beta)
    F = com([-a[i] ** 2 for i in range(n)], gamma)
    f = [c * b[i] + a[i] for i in range(n)]
    check("8", "the first equation", zero(D + c * C - com(f, c * t + alpha)))
    left = F + c * E - com([f[i] * (c - f[i]) for i in range(n)], c * beta + gamma)
    square = Poly(expand(left), c).coeff_monomial(c ** 2)
    check("8", "the second equation lacks c² b(1-b), and nothing else",
          zero(left + c ** 2 * sum(b[i] * (1 - b[i]) * g[i] for i in range(n))))
    check("8", "so it holds for bits", zero(left.subs({x: v for x, v in zip(b, (0, 1))})))
    check("8", "control: not for others", not zero(left.subs({x: v for x, v in zip(b, (2, 1))})))
    check("8", "the coefficient of c² is that", zero(square + sum(b[i] * (1 - b[i]) * g[i] for i in range(n))))
    number = lambda x: sum(w[i] * x[i] for i in range(n))
    V, Q = number(b) + s * y, number(a) + r * y
    check("8", "the ciphertext holds the number", zero(Q + c * V - number(f) - (r + c * s) * y))
    k, u, v = symbols("k"), names("U", 2), names("v", 2)
    delta = names("delta", 2)
    total = sum(v[i] * (k * u[i] + delta[i]) for i in range(2)) - k * sum(v[i] * u[i] for i in range(2))
    check("9", "weighted multiples differ by the weighted errors", zero(total - sum(v[i] * delta[i] for i in range(2))))
    check("9", "control: not by unweighted ones", not zero(total - sum(delta)))


def opened():
    """What rows and columns of a square of uniform elements show of the vectors (three parties)."""
    n = 3
    W, x = Matrix(n, n, symbols(f"W0:{n * n}")), Matrix(symbols(f"x0:{n}"))
    rows = [sum(W[i, :]) for i in range(n)]
    columns = [x[j] + sum(W[:, j]) for j in range(n)]
    shown = rows + columns
    of = Matrix([[expand(e).coeff(w) for w in W] for e in shown])
    free = of.T.nullspace()  # combinations of what is shown that no W is left in
    check("9", "one combination of shares and ciphertexts is free of the W", len(free) == 1)
    rest = expand(sum(free[0][i] * shown[i] for i in range(2 * n)))
    check("9", "and that is the sum of the vectors", zero(rest - sum(x)) or zero(rest + sum(x)))
    one = Matrix([[expand(e).coeff(w) for w in W] for e in rows[1:] + columns])
    check("9", "control: none without the share of one party", len(one.T.nullspace()) == 0)


def errors():
    """The numbers of the table."""
    bad = lambda N, T: N + T
    tree = lambda N, T: N + T + (N + 1) + 1
    for N, T, want in [(25, 12, (37, 64)), (48, 16, (64, 114))]:
        check("3", f"N = {N}, T = {T}", (bad(N, T), tree(N, T)) == want)
    for n in range(3, 17):  # the default quorum of sums
        q, t = 2 * n // 3 + 1, (n - 1) // 3
        check("9", f"quorum {q} of {n}", 2 * q > n + t and q - t >= n // 3 + 1 >= 2 and q - 1 <= 2 * n / 3)
    check("9", "control: not with more liars", not 2 * (2 * 9 // 3 + 1) > 9 + 2 * 9 // 3)


for part in (layout, legal, linear, onehot, deck, bounds, opened, errors):
    part()
sys.exit(1 if failed else 0)
